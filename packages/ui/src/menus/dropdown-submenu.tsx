import { type DropdownSubmenuProps, useMenuParts } from '../lib/menu-parts.ts'

/**
 * A menu item with a submenu that opens on hover, with Enter or with the right arrow key.
 * Required by the design system. No page uses it.
 */
export function DropdownSubmenu(props: DropdownSubmenuProps) {
  const { Submenu } = useMenuParts()
  return <Submenu {...props} />
}
