import { type DropdownMenuSectionProps, useMenuParts } from '../lib/menu-parts.ts'

/** A group of related items in a DropdownMenu. */
export function DropdownMenuSection(props: DropdownMenuSectionProps) {
  const { Section } = useMenuParts()
  return <Section {...props} />
}
