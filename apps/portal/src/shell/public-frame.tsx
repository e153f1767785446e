import type { ReactNode } from 'react'
import { AppFooter } from './app-footer.tsx'
import { BrandLink } from './brand-link.tsx'
import { PublicThemeToggle } from './public-theme-toggle.tsx'
import { SkipLink } from './skip-link.tsx'

/** The frame of pages that are open to the signed-out. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <header className="border-line border-b bg-surface-raised">
        <div className="mx-auto flex h-14 w-full max-w-[1248px] items-center justify-between px-6">
          <BrandLink />
          <PublicThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <AppFooter />
    </div>
  )
}
