import { use } from 'react'
import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'
import { PendingContext } from '../lib/layout/pending-context.ts'
import { useIsOnline } from '../lib/request/connection.ts'

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

/**
 * Shown while the auth check is pending: a pulsing logo over a progress bar. It appears before any other code is loaded, so
 * it does not use the shared progress bar.
 */
export function LoadingScreen() {
  const isOnline = useIsOnline()
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-surface">
      <h1 className="sr-only">{env.productName}</h1>
      <Logo className="size-14 motion-safe:animate-pulse" />
      <div
        role="progressbar"
        aria-label="Loading"
        className="relative h-1 w-44 overflow-hidden rounded-full bg-surface-pressed"
      >
        <div className="absolute inset-y-0 left-0 w-2/5 rounded-full bg-accent motion-safe:animate-indeterminate" />
      </div>
      <p role="status" className="text-content-muted text-sm">
        {isOnline ? '' : 'You are offline. The page opens when your connection is back.'}
      </p>
    </main>
  )
}
