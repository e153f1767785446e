import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CheckInboxPage } from '../../features/account/check-inbox-page.tsx'
import { isInboxShown } from '../../features/account/inbox-screen.ts'
import { FirstProfilePage } from '../../features/account/profile-page.tsx'
import { profileSearchIn } from '../../lib/guard/search-parameters.ts'
import { reloadStaleSession, useUser } from '../../lib/guard/session.ts'
import { useRouteName } from '../../lib/guard/use-route-name.ts'
import { SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { portalSections, sectionsOf, useCurrentSection } from '../../lib/layout/sections.ts'

/** The layout of the sections of the account. */
export const Route = createFileRoute('/_signed-in/profile')({
  staticData: { name: 'account', access: 'layout' },
  validateSearch: profileSearchIn,
  loader: ({ context }) => reloadStaleSession(context.queryClient),
  component: RouteComponent,
  // A later visit waits for the reload too. Otherwise its failure would replace a form that the user is already filling in.
  gcTime: 0,
})

/**
 * A new user sees only the profile form, until it is complete and navigates to the next page. While the email is
 * unverified, the inbox screen replaces the form, until it navigates to the next page.
 */
function RouteComponent() {
  const user = useUser()
  const search = Route.useSearch()
  const isProfile = useRouteName() === 'profile'
  const [wasFirstTime] = useState(user.onboardingDetails.reviewedProfile === null)
  const [isFirstTime, setIsFirstTime] = useState(wasFirstTime)
  const [isInboxOpen, setIsInboxOpen] = useState(false)
  const isInboxDue = isProfile && !isFirstTime && isInboxShown(user, search)
  if (isInboxDue && !isInboxOpen) setIsInboxOpen(true)
  if ((search.edit || !isProfile) && isInboxOpen) setIsInboxOpen(false)
  if (isInboxDue || isInboxOpen) {
    return <CheckInboxPage takesFocus={wasFirstTime} onDone={() => setIsInboxOpen(false)} />
  }
  if (isFirstTime) return <FirstProfilePage onDone={() => setIsFirstTime(false)} />
  return <AccountShell />
}

/** The header and the navigation of every page of the account. See docs/product/account.md#sections. */
function AccountShell() {
  const { emailVerified } = useUser()
  const current = useCurrentSection()
  const sections = portalSections(sectionsOf(useRouter()), emailVerified)
  return (
    <SectionShell
      parent="Account"
      title={current?.title ?? current?.label ?? 'Account'}
      tabTitle={current?.label}
      nav={<SectionNav label="Account" sections={sections.filter((section) => section.in === 'account')} />}
    >
      <Outlet />
    </SectionShell>
  )
}
