import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { CheckInboxPage } from '../../features/account/check-inbox-page.tsx'
import { ProfilePage } from '../../features/account/profile-page.tsx'
import { StaffAccess } from '../../features/account/staff-access.tsx'
import { MyDataSection } from '../../features/my-data/my-data-section.tsx'
import { SecuritySection } from '../../features/sessions/security-section.tsx'
import { OwnTokens } from '../../features/tokens/own-tokens.tsx'
import { profileSearchIn } from '../../lib/guard/search-parameters.ts'
import { reloadStaleSession, useUser } from '../../lib/guard/session.ts'
import { isInboxShown } from '../../lib/inbox-screen.ts'

export const Route = createFileRoute('/_signed-in/profile')({
  staticData: { name: 'profile' },
  validateSearch: profileSearchIn,
  loader: ({ context }) => reloadStaleSession(context.queryClient),
  component: RouteComponent,
})

/**
 * A new user sees only the profile form, until it is complete and navigates to the next page. While the email is
 * unverified, the inbox screen replaces the form, until it navigates to the next page.
 */
function RouteComponent() {
  const user = useUser()
  const search = Route.useSearch()
  const [wasFirstTime] = useState(user.onboardingDetails.reviewedProfile === null)
  const [isFirstTime, setIsFirstTime] = useState(wasFirstTime)
  const [isInboxOpen, setIsInboxOpen] = useState(false)
  const isInboxDue = !isFirstTime && isInboxShown(user, search)
  if (isInboxDue && !isInboxOpen) setIsInboxOpen(true)
  if (search.edit && isInboxOpen) setIsInboxOpen(false)
  if (isInboxDue || isInboxOpen) {
    return <CheckInboxPage takesFocus={wasFirstTime} onDone={() => setIsInboxOpen(false)} />
  }
  return (
    <>
      <ProfilePage isFirstTime={isFirstTime} onFirstTimeDone={() => setIsFirstTime(false)} />
      {!isFirstTime && (
        <div className="mx-auto flex w-full max-w-[688px] flex-col gap-10 px-6 pt-4 pb-12">
          <SecuritySection>
            <OwnTokens />
          </SecuritySection>
          <StaffAccess />
          <MyDataSection />
        </div>
      )}
    </>
  )
}
