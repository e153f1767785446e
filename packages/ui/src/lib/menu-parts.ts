import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { IconName } from './resolve-icon.ts'

/** The default maximum width of menus and submenus. */
export const menuMaxWidthPx = 280

export interface DropdownMenuItemProps {
  children: ReactNode
  /** The item's name for type-ahead, required when the children are not plain text. */
  textValue?: string
  icon?: IconName
  /** A second line of text. */
  description?: ReactNode
  /** The keyboard shortcut, shown at the end. */
  shortcut?: string
  onAction?: () => void
  href?: string
  isNewTab?: boolean
  isDisabled?: boolean
  /** Shows a tick that marks the current choice. */
  isChecked?: boolean
  tone?: 'neutral' | 'danger'
}

export interface DropdownMenuSectionProps {
  /** Shown above the items. */
  title?: string
  /** Accessible name of a section without a title. */
  label?: string
  /** Draws a line above the section. Set it on every section but the first. */
  hasLine?: boolean
  children: ReactNode
}

export interface DropdownSubmenuProps {
  label: string
  icon?: IconName
  /** Items or further submenus. */
  children: ReactNode
  isDisabled?: boolean
  maxWidthPx?: number
}

/** The components of an open menu. */
export interface MenuParts {
  Item: ComponentType<DropdownMenuItemProps>
  Section: ComponentType<DropdownMenuSectionProps>
  Submenu: ComponentType<DropdownSubmenuProps>
}

/** Provided by the open menu, so that pages can use menu items without loading the menu implementation. */
export const MenuPartsContext = createContext<MenuParts | undefined>(undefined)

export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext)
  if (!parts) throw new Error('Must be rendered inside a DropdownMenu.')
  return parts
}
