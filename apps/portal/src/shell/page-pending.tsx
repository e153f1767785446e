import { use } from 'react'
import { PendingContext } from '../lib/layout/pending-context.ts'

/** Shown by the router while the data or code of a page is loading: the skeleton of a section, or the spinner. */
export function PagePending() {
  return use(PendingContext) ?? <PageSpinner />
}

/** Looks like the spinner of the component library. */
export function PageSpinner({ className = '' }: { className?: string }) {
  return (
    <div role="status" className={`flex grow items-center justify-center px-6 py-24 ${className}`}>
      <span className="sr-only">Loading...</span>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth={1.75}
        strokeLinecap="round"
        aria-hidden="true"
        className="size-6 animate-spin stroke-content-muted"
      >
        <path d="M21 12a9 9 0 1 1-6.219-8.56" />
      </svg>
    </div>
  )
}
