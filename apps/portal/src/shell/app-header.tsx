import type { User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { DisabledLink } from '@portal/ui/buttons/disabled-link'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { ThemeToggle } from '@portal/ui/buttons/theme-toggle'
import { Avatar } from '@portal/ui/data/avatar'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { useTheme } from '@portal/ui/lib/theme'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { profileFormPath } from '../features/account/inbox-screen.ts'
import { personLabel } from '../features/account/person-label.ts'
import { verifyFirst } from '../features/account/use-verification.ts'
import { useFlag } from '../lib/analytics/flags.ts'
import { env } from '../lib/env.ts'
import { useRouteName } from '../lib/guard/use-route-name.ts'
import { sectionsOf } from '../lib/layout/sections.ts'
import { CommandPaletteButton } from './command-palette-button.tsx'
import { BrandLink } from './public-frame.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The sections of the account that the profile menu links to, next to its items. */
const menuSections = ['profile-security', 'profile-tokens']

/** The profile button and its menu: links to two sections, Profile, Admin, the system theme and Log out. */
function ProfileMenu({ user }: { user: User }) {
  const routeName = useRouteName()
  const sections = sectionsOf(useRouter()).filter(({ name }) => menuSections.includes(name))
  const links = sections.map(({ label, icon, to }) => ({ label, icon, href: to }))
  const isAdminOn = useFlag('ADMIN_PAGE', user)
  const { choice, clearChoice } = useTheme()
  const label = personLabel(user)
  const button = (
    <Button
      variant="ghost"
      size="md"
      iconRight="chevron--down"
      className="max-w-64 gap-2 pr-2 pl-2.5 max-desktop:max-w-38"
    >
      <span className="truncate">
        Hi <bdi className="text-content">{label}</bdi>
      </span>
      <Avatar name={label} src={user.pictureUrl} size="sm" isDecorative />
    </Button>
  )
  return (
    <DropdownMenu
      trigger={button}
      links={hasNavigation(user) ? { label: 'Your account', links } : undefined}
      items={[
        routeName !== 'review-legal' && {
          label: 'Profile',
          icon: 'user',
          href: user.emailVerified ? '/profile' : profileFormPath,
        },
        isAdminOn && { label: 'Admin', icon: 'shield', href: '/workspace-admin' },
        choice !== undefined && { label: 'Use the system theme', icon: 'monitor', onAction: clearChoice },
        { label: 'Log out', icon: 'log-out', href: '/logout' },
      ]}
    />
  )
}

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
  const [listsShortcuts, setListsShortcuts] = useState(false)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface-raised">
      <div className="mx-auto flex h-header w-full max-w-[1248px] items-center gap-2 px-6 desktop:gap-6">
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
          {hasNavigation(user) && (
            <>
              <CommandPaletteButton user={user} onShowShortcuts={() => setListsShortcuts(true)} />
              <Shortcuts user={user} isOpen={listsShortcuts} onOpenChange={setListsShortcuts} />
            </>
          )}
          <LinkButton href={env.codeRepositoryUrl} isNewTab variant="ghost" size="sm" icon="code">
            <span className="max-desktop:sr-only">Code</span>
          </LinkButton>
          <LinkButton href={env.chatUrl} isNewTab variant="ghost" size="sm" icon="message-circle">
            <span className="max-desktop:sr-only">Chat</span>
          </LinkButton>
          <LinkButton href={env.docsUrl} isNewTab variant="ghost" size="sm" icon="book">
            <span className="max-desktop:sr-only">Docs</span>
          </LinkButton>
          <ThemeToggle />
          <span aria-hidden="true" className="mx-2 h-5 w-px bg-line" />
          <ProfileMenu user={user} />
        </div>
      </div>
    </header>
  )
}
