import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { ProfileMode } from './use-save-profile.ts'

/** The profile, for first-time setup and for later changes. See docs/product/account.md#profile. */
export function ProfilePage({ isFirstTime, onFirstTimeDone }: ProfileMode) {
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
