import { type DropdownMenuSectionProps, useMenuParts } from '../lib/menu-parts.ts'

/** Items of a DropdownMenu that belong together. */
export function DropdownMenuSection(props: DropdownMenuSectionProps) {
  const { Section } = useMenuParts()
  return <Section {...props} />
}
