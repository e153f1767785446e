import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'

/**
 * Shown while the auth check is pending: a pulsing logo over a progress bar. It appears before any other code is loaded, so
 * it does not use the shared progress bar.
 */
export function LoadingScreen() {
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
    </main>
  )
}
