import type { ReactNode } from 'react'
import { Header, MenuSection, Separator } from 'react-aria-components'

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
export function DropdownMenuSection({ title, label, hasLine, children }: DropdownMenuSectionProps) {
  return (
    <>
      {hasLine && <Separator className="-mx-1 my-1 h-px bg-line" />}
      <MenuSection aria-label={title ? undefined : label} className="flex flex-col gap-px">
        {title && (
          <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-content-subtle">{title}</Header>
        )}
        {children}
      </MenuSection>
    </>
  )
}
