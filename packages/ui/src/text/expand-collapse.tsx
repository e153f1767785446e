import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { expandTooltip } from '../lib/expand-tooltip.ts'
import { focusRing } from '../lib/focus-ring.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface ExpandCollapseProps {
  title: ReactNode
  children: ReactNode
  isExpanded?: boolean
  defaultExpanded?: boolean
  onExpandedChange?: (isExpanded: boolean) => void
  isDisabled?: boolean
  /** Shown to the right of the title, such as a count or a state. */
  aside?: ReactNode
  headingLevel?: 2 | 3 | 4 | 5
  className?: string
}

/** A heading that expands and collapses the content below it. */
export function ExpandCollapse({
  title,
  children,
  aside,
  headingLevel = 3,
  className,
  ...disclosure
}: ExpandCollapseProps) {
  return (
    <Disclosure {...disclosure} className={className}>
      {({ isExpanded }) => (
        <>
          <div className="flex items-center gap-2">
            <Heading level={headingLevel} className="m-0 min-w-0 grow">
              <Tooltip content={expandTooltip(isExpanded)} placement="top start">
                <Button
                  slot="trigger"
                  className={`flex w-full min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1.5 text-left font-medium text-base text-content transition-colors data-disabled:text-content-subtle data-hovered:bg-surface-hover data-pressed:bg-surface-pressed ${focusRing}`}
                >
                  <ChevronRight
                    aria-hidden="true"
                    className={`size-4 shrink-0 text-content-muted transition-transform ${isExpanded ? 'rotate-90' : ''}`}
                  />
                  <span className="truncate">{title}</span>
                </Button>
              </Tooltip>
            </Heading>
            {aside ? <div className="shrink-0 text-content-muted text-sm">{aside}</div> : null}
          </div>
          <DisclosurePanel>
            <div className="pt-1 pb-2 pl-7 text-base text-content">{children}</div>
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  )
}
