import type { User } from '@portal/contract/account/account'
import { DisabledLink } from '@portal/ui/buttons/disabled-link'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { ThemeToggle } from '@portal/ui/buttons/theme-toggle'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { Link, useRouterState } from '@tanstack/react-router'
import { verifyFirst } from '../features/account/use-verification.ts'
import { env } from '../lib/env.ts'
import { BrandLink } from './brand-link.tsx'
import { CommandPaletteButton } from './command-palette-button.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const navItem = `${focusRing} rounded-md px-2.5 py-1.5 font-medium text-sm`
const navLink = `${navItem} text-content-muted no-underline transition-colors hover:bg-surface-hover hover:text-content`
const activeNavLink = 'bg-surface-selected text-content! forced-selection!'
const disabledNavLink = `${navItem} cursor-not-allowed text-content-muted opacity-55`

/** Both pages need a verified email. */
const pages = [
  { to: '/workspaces', label: 'Workspaces' },
  { to: '/billing', label: 'Billing' },
] as const

/** Whether to show the links: only once the profile and the terms are complete. */
function hasNavigation(user: User): boolean {
  return (
    Boolean(user.nickname) &&
    !user.needsTosUpdate &&
    user.onboardingDetails.reviewedProfile !== null &&
    !user.quarantinedAt &&
    !user.suspendedAt
  )
}

/** Whether the page belongs to a workspace, so that Workspaces is the current place in the navigation. */
const useIsInWorkspace = () =>
  useRouterState({ select: ({ location }) => location.pathname.startsWith('/workspace/') })

export function AppHeader({ user }: { user: User }) {
  const isInWorkspace = useIsInWorkspace()
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface-raised">
      <div className="mx-auto flex h-14 w-full max-w-[1248px] items-center gap-2 px-6 desktop:gap-6">
        <BrandLink canHideName />
        {hasNavigation(user) && (
          <nav aria-label="Main" className="flex items-center gap-1">
            {pages.map(({ to, label }) => {
              if (!user.emailVerified) {
                return (
                  <DisabledLink key={to} reason={verifyFirst} placement="bottom" className={disabledNavLink}>
                    {label}
                  </DisabledLink>
                )
              }
              const isParent = to === '/workspaces' && isInWorkspace
              return (
                <Link
                  key={to}
                  to={to}
                  className={isParent ? `${navLink} ${activeNavLink}` : navLink}
                  activeProps={{ className: activeNavLink }}
                  aria-current={isParent || undefined}
                >
                  {label}
                </Link>
              )
            })}
          </nav>
        )}
        <div className="-mr-2 ml-auto flex items-center gap-1">
          {hasNavigation(user) && <CommandPaletteButton user={user} />}
          <LinkButton href={env.codeRepositoryUrl} isNewTab variant="ghost" size="sm" icon="code">
            <span className="max-desktop:sr-only">Code</span>
          </LinkButton>
          <LinkButton href={env.chatUrl} isNewTab variant="ghost" size="sm" icon="message-circle">
            <span className="max-desktop:sr-only">Chat</span>
          </LinkButton>
          <ThemeToggle />
          <span aria-hidden="true" className="mx-2 h-5 w-px bg-line" />
          <ProfileMenu user={user} />
        </div>
      </div>
    </header>
  )
}
