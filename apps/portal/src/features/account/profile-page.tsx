import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { ProfileForm } from './profile-form.tsx'

export interface ProfilePageProps {
  isFirstTime: boolean
  /** Called when the first profile is complete and leads on, be it back to this page. */
  onFirstTimeDone: () => void
}

/** The profile (SPEC section 2, "Profile screen"), in its first-time and its later mode. */
export function ProfilePage({ isFirstTime, onFirstTimeDone }: ProfilePageProps) {
  const user = useUser()
  return (
    <Page
      title={isFirstTime ? `Welcome To ${env.productName}` : 'Update Your Profile'}
      tabTitle="Profile"
      intro={
        isFirstTime ? 'Please enter your profile information.' : 'Use this page to update your profile info.'
      }
      width="narrow"
    >
      <ProfileForm user={user} isFirstTime={isFirstTime} onFirstTimeDone={onFirstTimeDone} />
    </Page>
  )
}
