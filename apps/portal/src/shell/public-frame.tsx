import { focusRing } from '@portal/ui/lib/focus-ring'
import { useTheme } from '@portal/ui/lib/theme'
import { Link } from '@tanstack/react-router'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { env } from '../lib/env.ts'
import { Logo } from '../lib/layout/logo.tsx'
import { quietLink } from '../lib/layout/plain-link.ts'
import { OfflineNotice } from './offline-notice.tsx'

/** The first focusable element: skips the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
    >
      Skip to content
    </a>
  )
}

/** The logo in the header, linked to the workspaces. With `canHideName`, narrow windows show the logo only. */
export function BrandLink({ canHideName = false }: { canHideName?: boolean }) {
  return (
    <Link
      to="/workspaces"
      className={`${focusRing} flex items-center gap-2.5 whitespace-nowrap rounded-md font-semibold tracking-[-0.01em] text-content no-underline`}
    >
      <Logo className="size-7" />
      <span className={canHideName ? 'max-desktop:sr-only' : undefined}>{env.productName}</span>
    </Link>
  )
}

interface ThemeButtonProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

function ThemeButton({ label, Icon, onClick, ref }: ThemeButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`${focusRing} inline-flex size-8.5 items-center justify-center rounded-md text-content-muted transition-colors hover:bg-surface-hover hover:text-content active:bg-surface-pressed`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/**
 * Toggles between light and dark on public pages, and can return to the system theme. It uses no controls, because the sign-in page
 * loads none.
 */
function PublicThemeToggle() {
  const { theme, choice, choose, clearChoice } = useTheme()
  const toggle = useRef<HTMLButtonElement>(null)
  const other = theme === 'dark' ? 'light' : 'dark'

  function followSystem() {
    clearChoice()
    // The pressed button disappears, so the focus is moved.
    toggle.current?.focus()
  }

  return (
    <div className="-mr-2 flex items-center gap-1">
      {choice && <ThemeButton label="Use the system theme" Icon={Monitor} onClick={followSystem} />}
      <ThemeButton
        ref={toggle}
        label={`Use the ${other} theme`}
        Icon={theme === 'dark' ? Sun : Moon}
        onClick={() => choose(other)}
      />
    </div>
  )
}

export function AppFooter() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 py-4 text-content-muted text-sm">
        <span>
          © {new Date().getFullYear()} {env.productName}
        </span>
        <nav aria-label="Help and legal" className="flex items-center gap-5">
          <a href={`mailto:${env.helpEmail}`} className={quietLink}>
            Help
          </a>
          <Link to="/legal/{-$docSlug}" className={quietLink}>
            Legal
          </Link>
        </nav>
      </div>
    </footer>
  )
}

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
        <div className="mx-auto flex h-header w-full max-w-[1248px] items-center justify-between px-6">
          <BrandLink />
          <PublicThemeToggle />
        </div>
      </header>
      <OfflineNotice />
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
