import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { tv } from 'tailwind-variants/lite'
import { focusRing } from '../lib/focus-ring.ts'
import { Icon } from './icon.tsx'

const linkStyle = tv({
  base: `${focusRing} rounded-sm decoration-1 underline-offset-3 transition-colors`,
  variants: {
    look: {
      inline: 'text-accent-text underline decoration-accent-line hover:decoration-current',
      quiet: 'text-content-muted no-underline hover:text-content hover:underline',
    },
  },
  defaultVariants: { look: 'inline' },
})

export interface TextLinkProps {
  href: string
  children: ReactNode
  /** `inline` is for links in a sentence, `quiet` for links that stand alone, such as in a footer or a table. */
  look?: 'inline' | 'quiet'
  /** Opens the link in a new tab and says so. */
  isNewTab?: boolean
  className?: string
  'aria-label'?: string
}

/** A link in text. Paths of the product are followed through React Aria's RouterProvider if there is one. */
export function TextLink({ href, children, look, isNewTab = false, className, ...rest }: TextLinkProps) {
  return (
    <Link
      {...rest}
      href={href}
      {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
      className={linkStyle({ look, className })}
    >
      <span>{children}</span>
      {isNewTab && (
        <>
          <Icon name="external-link" size="inherit" className="ml-0.5 align-[-0.1em] opacity-70" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </Link>
  )
}
