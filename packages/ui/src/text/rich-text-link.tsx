import { createContext, type ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { focusRing } from '../lib/focus-ring.ts'
import { isExternalLink } from '../lib/link-target.ts'

/** Whether the content is already inside a link, because links must not be nested. */
export const InsideLinkContext = createContext(false)

const link =
  'rounded-sm text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current'

/** A link in rich text. External http(s) links open in a new tab, and the router handles the others. */
export function RichTextLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const newTab = isExternalLink(href, window.location.origin)
    ? { target: '_blank', rel: 'noopener noreferrer' }
    : {}
  return (
    <InsideLinkContext value={true}>
      <Link href={href} {...newTab} className={`${link} ${focusRing}`}>
        <span>{children}</span>
        {newTab.target ? <span className="sr-only"> (opens in a new tab)</span> : null}
      </Link>
    </InsideLinkContext>
  )
}
