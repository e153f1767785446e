import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { CheckInboxPage } from '../../features/account/check-inbox-page.tsx'
import { ProfilePage } from '../../features/account/profile-page.tsx'
import { StaffAccess } from '../../features/account/staff-access.tsx'
import { MyDataSection } from '../../features/my-data/my-data-section.tsx'
import { SecuritySection } from '../../features/sessions/security-section.tsx'
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
 * The first time there is only the profile, and it stays while the form completes it and leads on. Until the email is
 * verified, the inbox screen takes its place, and stays in turn while it leads on.
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
          <SecuritySection />
          <StaffAccess />
          <MyDataSection />
        </div>
      )}
    </>
  )
}
