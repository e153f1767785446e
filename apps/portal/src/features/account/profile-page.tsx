import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The profile form of a new user. See docs/product/account.md#profile. */
export function FirstProfilePage({ onDone }: { onDone: () => void }) {
  return (
    <Page
      title={`Welcome To ${env.productName}`}
      tabTitle="Profile"
      intro="Please enter your profile information."
      width="narrow"
    >
      <ProfileForm user={useUser()} isFirstTime onFirstTimeDone={onDone} />
    </Page>
  )
}

/** The profile form, as a section of the account. */
export function ProfilePage() {
  return (
    <ShellSection intro="Use this page to update your profile info.">
      <div className="max-w-[640px]">
        <ProfileForm user={useUser()} isFirstTime={false} />
      </div>
    </ShellSection>
  )
}
