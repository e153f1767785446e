import type { ReactNode } from 'react'
import { useMenuParts } from '../lib/menu-parts.ts'
import type { IconName } from '../lib/resolve-icon.ts'

export interface DropdownSubmenuProps {
  label: string
  icon?: IconName
  /** Items, or further submenus. */
  children: ReactNode
  isDisabled?: boolean
  maxWidthPx?: number
}

/** A menu item with a menu of its own, which opens on hover, with Enter or with the right arrow key. */
export function DropdownSubmenu(props: DropdownSubmenuProps) {
  const { Submenu } = useMenuParts()
  return <Submenu {...props} />
}
