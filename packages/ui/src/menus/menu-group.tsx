import { Header, MenuSection, Separator } from 'react-aria-components'
import type { DropdownMenuSectionProps } from '../lib/menu-parts.ts'

/** Renders a DropdownMenuSection in an open menu. */
export function MenuGroup({ title, label, hasLine, children }: DropdownMenuSectionProps) {
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
