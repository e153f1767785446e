import type { ReactNode } from 'react'
import { AppFooter } from './app-footer.tsx'
import { BrandLink } from './brand-link.tsx'
import { PublicThemeToggle } from './public-theme-toggle.tsx'
import { SkipLink } from './skip-link.tsx'

export interface FrameProps {
  /** Whether the page is longer than the window: its footer waits below, and does not jump there when the page comes. */
  isTall?: boolean
  children: ReactNode
}

/** The frame of pages that are open to the signed-out. */
export function PublicFrame({ isTall = false, children }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <header className="border-line border-b bg-surface-raised">
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
