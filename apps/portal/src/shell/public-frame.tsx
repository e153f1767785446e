import { lazy, type ReactNode, Suspense } from 'react'
import type { RouteName } from '../lib/route-names.ts'
import { useRouteName } from '../lib/use-route-name.ts'
import { AppFooter } from './app-footer.tsx'
import { BrandLink } from './brand-link.tsx'
import { SkipLink } from './skip-link.tsx'

// The toggle brings the whole of the controls with it, and the steps of signing in and out are over in a second.
const passingPages = new Set<RouteName>(['login', 'signup', 'login-success', 'logout', 'logout-success'])

const ThemeToggle = lazy(() =>
  import('@portal/ui/theme-toggle').then((module) => ({ default: module.ThemeToggle })),
)

/** The frame of pages that are open to the signed-out. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const routeName = useRouteName()
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <header className="border-line border-b bg-surface-raised">
        <div className="mx-auto flex h-14 w-full max-w-[1248px] items-center justify-between px-6">
          <BrandLink />
          {!passingPages.has(routeName) && (
            <Suspense>
              <ThemeToggle />
            </Suspense>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <AppFooter />
    </div>
  )
}
