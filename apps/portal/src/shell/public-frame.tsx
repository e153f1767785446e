import type { ReactNode } from 'react'
import { AppFooter } from './app-footer.tsx'
import { BrandLink } from './brand-link.tsx'
import { PublicThemeToggle } from './public-theme-toggle.tsx'
import { SkipLink } from './skip-link.tsx'

export interface FrameProps {
  /** Whether the page is taller than the viewport. Keeps the footer below it, so that it does not jump when the page loads. */
  isTall?: boolean
  children: ReactNode
}

/** The frame of public pages. */
export function PublicFrame({ isTall = false, children }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <header className="sticky top-0 z-20 border-line border-b bg-surface-raised">
        <div className="mx-auto flex h-14 w-full max-w-[1248px] items-center justify-between px-6">
          <BrandLink />
          <PublicThemeToggle />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`flex grow flex-col outline-none ${isTall ? 'min-h-dvh' : ''}`}
      >
        {children}
      </main>
      <AppFooter />
    </div>
  )
}
