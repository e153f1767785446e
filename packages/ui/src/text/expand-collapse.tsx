import type { ReactNode } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { focusRing } from '../lib/focus-ring.ts'
import { expandTooltip, Tooltip } from '../overlays/tooltip.tsx'
import { Icon } from './icon.tsx'

/** A heading that expands and collapses the content below it. */
export function ExpandCollapse({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Disclosure className="-ml-1.5">
      {({ isExpanded }) => (
        <>
          <Heading level={3} className="m-0">
            <Tooltip content={expandTooltip(isExpanded)} placement="top start">
              <Button
                slot="trigger"
                className={`flex w-full min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1.5 text-left font-medium text-base text-content transition-colors hover:bg-surface-hover pressed:bg-surface-pressed ${focusRing}`}
              >
                <Icon
                  name={isExpanded ? 'chevron--down' : 'chevron--right'}
                  size="sm"
                  className="text-content-muted"
                />
                <span className="truncate">{title}</span>
              </Button>
            </Tooltip>
          </Heading>
          <DisclosurePanel>
            <div className="pt-1 pb-2 pl-7 text-base text-content">{children}</div>
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  )
}
