import { focusRing } from '@portal/ui/lib/focus-ring'
import { Icon } from '@portal/ui/text/icon'
import { Link } from '@tanstack/react-router'
import type { LinkedSection } from './sections.ts'

const sectionLink = `${focusRing} flex items-center gap-2 whitespace-nowrap rounded-md px-2.5 py-1.5 text-content-muted text-sm no-underline transition-colors hover:bg-surface-hover hover:text-content max-desktop:[&>svg]:hidden [&>svg]:text-content-subtle`
const currentLink = 'bg-surface-selected font-medium text-content! forced-selection! [&>svg]:text-inherit!'
const currentDanger = 'bg-danger-soft font-medium text-danger-text! forced-selection! [&>svg]:text-inherit!'

/** Links to the sections of a page: a column on the left. In a narrow window, a row above the content without icons. */
export function SectionNav({ label, sections }: { label: string; sections: readonly LinkedSection[] }) {
  return (
    <nav aria-label={label} className="desktop:sticky desktop:top-below-header">
      <ul className="-mx-2.5 flex flex-wrap gap-0.5 desktop:mx-0 desktop:flex-col">
        {sections.map(({ label: name, icon, link, isDanger }) => (
          <li key={name}>
            <Link
              {...link}
              className={sectionLink}
              activeProps={{ className: isDanger ? currentDanger : currentLink }}
            >
              <Icon name={icon} size="sm" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
