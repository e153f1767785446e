import { createContext, type ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { focusRing } from '../lib/focus-ring.ts'
import { isExternalLink } from '../lib/link-target.ts'

/** Whether what is rendered stands inside a link already: links don't nest. */
export const InsideLinkContext = createContext(false)

const link =
  'rounded-sm text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current'

/** A link in a text. External http(s) links open in a new tab; the others go where the router takes them. */
export function RichTextLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const newTab = isExternalLink(href, window.location.origin)
    ? { target: '_blank', rel: 'noopener noreferrer' }
    : {}
  return (
    <InsideLinkContext value={true}>
      <Link href={href} {...newTab} className={`${link} ${focusRing}`}>
        {children}
        {newTab.target ? <span className="sr-only"> (opens in a new tab)</span> : null}
      </Link>
    </InsideLinkContext>
  )
}
