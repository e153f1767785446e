import { focusRing } from '@portal/ui/lib/focus-ring'
import { useActiveSection } from '../../lib/layout/use-active-section.ts'
import { adminSections } from './admin-sections.ts'

const listLink = `${focusRing} block rounded-md px-2.5 py-1.5 text-content-muted text-sm no-underline transition-colors hover:bg-surface-hover hover:text-content aria-[current]:bg-surface-selected aria-[current]:font-medium aria-[current]:text-content`

const ids = Object.values(adminSections).map(({ id }) => id)

/** Scrolls to a section and focuses its heading, so that keyboard users continue from there. */
function goTo(id: string) {
  document.getElementById(id)?.scrollIntoView({ block: 'start' })
  document.querySelector<HTMLElement>(`#${id} h2`)?.focus({ preventScroll: true })
}

/** Links to the page's sections. Marks the one currently in view. */
export function AdminNav() {
  const activeId = useActiveSection(ids)
  return (
    <nav aria-label="Sections" className="desktop:sticky desktop:top-20">
      <ul className="flex flex-wrap gap-0.5 desktop:flex-col">
        {Object.values(adminSections).map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                goTo(id)
              }}
              className={listLink}
              aria-current={id === activeId ? 'location' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
