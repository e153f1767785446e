import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ProfilePage } from '../../features/account/profile-page.tsx'
import { MyDataSection } from '../../features/my-data/my-data-section.tsx'
import { SecuritySection } from '../../features/security/security-section.tsx'
import { StaffAccess } from '../../features/security/staff-access.tsx'
import { reloadStaleSession, useUser } from '../../lib/session.ts'

export const Route = createFileRoute('/_signed-in/profile')({
  staticData: { name: 'profile' },
  loader: ({ context }) => reloadStaleSession(context.queryClient),
  component: RouteComponent,
})

/** The first time there is the profile alone, and it stays so while the form completes it and leads on. */
function RouteComponent() {
  const user = useUser()
  const [isFirstTime, setIsFirstTime] = useState(user.onboardingDetails.reviewedProfile === null)
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
