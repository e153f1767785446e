import type { ReactNode } from 'react'
import { useMenuParts } from '../lib/menu-parts.ts'

export interface DropdownMenuSectionProps {
  /** Shown above its items. */
  title?: string
  /** Names the section where it has no title. */
  label?: string
  /** Draws a line above it: for every section but the first. */
  hasLine?: boolean
  children: ReactNode
}

/** Items of a DropdownMenu that belong together. */
export function DropdownMenuSection(props: DropdownMenuSectionProps) {
  const { Section } = useMenuParts()
  return <Section {...props} />
}
