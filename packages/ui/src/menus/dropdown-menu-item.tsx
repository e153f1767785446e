import { type DropdownMenuItemProps, useMenuParts } from '../lib/menu-parts.ts'

/** An action or a link in a DropdownMenu. */
export function DropdownMenuItem(props: DropdownMenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...props} />
}
