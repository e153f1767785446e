import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { IconName } from './resolve-icon.ts'

/** The default of menus and submenus. */
export const menuMaxWidthPx = 280

export interface DropdownMenuItemProps {
  children: ReactNode
  /** Its name for first-letter search, where the children are not plain text. */
  textValue?: string
  icon?: IconName
  /** A second line. */
  description?: ReactNode
  /** The keys that do the same, shown at the end. */
  shortcut?: string
  onAction?: () => void
  href?: string
  isNewTab?: boolean
  isDisabled?: boolean
  /** Shows a tick: the choice in force. */
  isChecked?: boolean
  tone?: 'neutral' | 'danger'
}

export interface DropdownMenuSectionProps {
  /** Shown above its items. */
  title?: string
  /** Names the section where it has no title. */
  label?: string
  /** Draws a line above it: for every section but the first. */
  hasLine?: boolean
  children: ReactNode
}

export interface DropdownSubmenuProps {
  label: string
  icon?: IconName
  /** Items, or further submenus. */
  children: ReactNode
  isDisabled?: boolean
  maxWidthPx?: number
}

/** What an open menu is made of. */
export interface MenuParts {
  Item: ComponentType<DropdownMenuItemProps>
  Section: ComponentType<DropdownMenuSectionProps>
  Submenu: ComponentType<DropdownSubmenuProps>
}

/** Given by the open menu, so that pages can name what stands in a menu without fetching how a menu works. */
export const MenuPartsContext = createContext<MenuParts | undefined>(undefined)

export function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext)
  if (!parts) throw new Error('Must be rendered inside a DropdownMenu.')
  return parts
}
