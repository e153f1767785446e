import { useState } from 'react'
import { env } from '../../lib/env.ts'
import { Page } from '../../lib/page.tsx'
import { useUser } from '../../lib/session.ts'
import { ProfileForm } from './profile-form.tsx'

/** The profile (SPEC section 2, "Profile screen"), in its first-time and its later mode. */
export function ProfilePage() {
  const user = useUser()
  // Stays as it was at first while the form completes the profile and leads on.
  const [isFirstTime] = useState(user.onboardingDetails.reviewedProfile === null)
  return (
    <Page
      title={isFirstTime ? `Welcome To ${env.productName}` : 'Update Your Profile'}
      tabTitle="Profile"
      intro={
        isFirstTime ? 'Please enter your profile information.' : 'Use this page to update your profile info.'
      }
      width="narrow"
    >
      <ProfileForm user={user} isFirstTime={isFirstTime} />
    </Page>
  )
}
