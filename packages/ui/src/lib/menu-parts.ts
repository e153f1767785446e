import { type ComponentType, createContext, useContext } from 'react'
import type { DropdownMenuItemProps } from '../menus/dropdown-menu-item.tsx'
import type { DropdownMenuSectionProps } from '../menus/dropdown-menu-section.tsx'
import type { DropdownSubmenuProps } from '../menus/dropdown-submenu.tsx'

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
  if (!parts) throw new Error('This belongs into a DropdownMenu.')
  return parts
}
