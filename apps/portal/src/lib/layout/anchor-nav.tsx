import { focusRing } from '@portal/ui/lib/focus-ring'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { Icon } from '@portal/ui/text/icon'
import { type ComponentProps, useMemo } from 'react'
import { useActiveSection } from './use-active-section.ts'

export interface Anchor {
  id: string
  /** Short enough for one line of the navigation. */
  label: string
  icon: IconName
}

const anchorLink = `${focusRing} flex items-center gap-2 whitespace-nowrap rounded-md px-2.5 py-1.5 text-content-muted text-sm no-underline transition-colors hover:bg-surface-hover hover:text-content max-desktop:[&>svg]:hidden aria-[current]:bg-surface-selected aria-[current]:font-medium aria-[current]:text-content [&>svg]:text-content-subtle aria-[current]:[&>svg]:text-content aria-[current]:forced-selection!`

/** Scrolls to a part of the page and focuses its heading, or the part if it has none, so that keyboard users continue from there. */
function goTo(part: HTMLElement) {
  part.scrollIntoView({ block: 'start' })
  const target = part.querySelector<HTMLElement>('h2') ?? part
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

interface AnchorLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  id: string
}

/** A link to a part of the same page. */
export function AnchorLink({ id, ...link }: AnchorLinkProps) {
  return (
    <a
      {...link}
      href={`#${id}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        // A section below the fold may not be rendered yet. The browser then sets the hash, which renders it.
        const part = document.getElementById(id)
        if (!part) return
        event.preventDefault()
        goTo(part)
      }}
    />
  )
}

export interface AnchorNavProps {
  /** The parts of the page, from top to bottom. */
  anchors: readonly Anchor[]
}

/** Links to the parts of one page, and marks the one in view. Placed like `SectionNav`. */
export function AnchorNav({ anchors }: AnchorNavProps) {
  const ids = useMemo(() => anchors.map(({ id }) => id), [anchors])
  const activeId = useActiveSection(ids)
  return (
    <nav aria-label="Sections" className="desktop:sticky desktop:top-below-header">
      <ul className="-mx-2.5 flex flex-wrap gap-0.5 desktop:mx-0 desktop:flex-col">
        {anchors.map(({ id, label, icon }) => (
          <li key={id}>
            <AnchorLink
              id={id}
              className={anchorLink}
              aria-current={id === activeId ? 'location' : undefined}
            >
              <Icon name={icon} size="sm" />
              {label}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
