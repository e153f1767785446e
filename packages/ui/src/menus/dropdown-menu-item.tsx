import { type DropdownMenuItemProps, useMenuParts } from '../lib/menu-parts.ts'

/** One thing to do, or one place to go, in a DropdownMenu. */
export function DropdownMenuItem(props: DropdownMenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}
