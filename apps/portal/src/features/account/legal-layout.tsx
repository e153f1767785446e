import { focusRing } from '@portal/ui/lib/focus-ring'
import { RichText } from '@portal/ui/text/rich-text'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { useActiveSection } from '../../lib/layout/use-active-section.ts'
import type { LegalVersion } from './legal-documents.ts'

const listLink = `${focusRing} block rounded-md px-2.5 py-1.5 text-content-muted text-sm no-underline transition-colors hover:bg-surface-hover hover:text-content aria-[current]:bg-surface-selected aria-[current]:font-medium aria-[current]:text-content aria-[current]:forced-selection!`

interface LegalLayoutProps extends LegalVersion {
  /** Returns the target of a document's link: its own URL, or its anchor on this page. */
  hrefOf: (slug: string) => string
  /** Handles such a link when the browser would otherwise reload the page. */
  onPick?: (slug: string) => void
}

/** The documents in sequence, next to a list that marks the one being read. */
export function LegalLayout({ version, documents, hrefOf, onPick }: LegalLayoutProps) {
  const slugs = useMemo(() => documents.map(({ slug }) => slug), [documents])
  const active = useActiveSection(slugs)
  return (
    <div className="grid items-start gap-10 desktop:grid-cols-[13rem_minmax(0,44rem)]">
      <nav aria-label="Documents" className="desktop:sticky desktop:top-below-header">
        <ul className="-mx-2.5 flex flex-wrap gap-0.5 desktop:mx-0 desktop:flex-col">
          {documents.map(({ slug, title }) => (
            <li key={slug}>
              <a
                href={hrefOf(slug)}
                onClick={(event) => {
                  if (!onPick || event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onPick(slug)
                }}
                className={listLink}
                aria-current={slug === active ? 'location' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-12">
        {documents.map(({ slug, title, text }) => (
          <article key={slug} id={slug} aria-labelledby={`${slug}-title`}>
            <header className="mb-4 flex items-baseline justify-between gap-4 border-line border-b pb-2">
              <h2 id={`${slug}-title`} className="font-semibold text-xl">
                {title}
              </h2>
              <Link
                to="/print-legal/$docVersion/$docSlug"
                params={{ docVersion: version, docSlug: slug }}
                target="_blank"
                className={`${plainLink} shrink-0 text-sm`}
              >
                Print<span className="sr-only"> {title} (opens in a new tab)</span>
              </Link>
            </header>
            <RichText text={text} headingOffset={1} />
          </article>
        ))}
      </div>
    </div>
  )
}
