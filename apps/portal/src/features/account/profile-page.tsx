import { profileSchema, type User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { Avatar } from '@portal/ui/data/avatar'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { KeepTyped } from '../../lib/layout/keep-typed.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { nothingToSave } from '../../lib/layout/unsaved-input.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { personLabel } from './person-label.ts'
import { type ProfileMode, profileValues, unsavedProfile, useSaveProfile } from './use-save-profile.ts'

/** The email is read-only: it is shown but not sent. */
const formSchema = z.omit(profileSchema, { email: true })

interface ProfilePictureProps {
  /** The name of the user. */
  name: string
  savedUrl: string
  onChange: (pictureUrl: string | null) => void
}

/** The saved picture. The user can clear it, and restore it until the profile is saved. */
function ProfilePicture({ name, savedUrl, onChange }: ProfilePictureProps) {
  const chosenUrl: string | null | undefined = useWatch({ name: 'pictureUrl' })
  const shownUrl = chosenUrl === undefined ? savedUrl : chosenUrl
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={shownUrl} size="xl" />
      <div className="flex flex-col items-start gap-1.5">
        <span className="font-medium text-sm">Profile Image</span>
        {shownUrl ? (
          <Button size="sm" onPress={() => onChange(null)}>
            Clear Picture
          </Button>
        ) : (
          <Button size="sm" onPress={() => onChange(savedUrl)}>
            Restore Picture
          </Button>
        )}
      </div>
    </div>
  )
}

function ProfileForm({ user, ...mode }: ProfileMode & { user: User }) {
  const { save, failure, request } = useSaveProfile(user, mode)
  return (
    <Card padding="lg">
      <Form
        schema={formSchema}
        defaultValues={profileValues(user)}
        typedValues={unsavedProfile.take(user.id)}
        sendsChanges
        onSubmit={save}
        aria-label="Profile"
        className="flex flex-col gap-5"
      >
        {(form) => (
          <>
            <KeepTyped userId={user.id} form={form} unsaved={unsavedProfile} />
            {user.pictureUrl && (
              <ProfilePicture
                name={personLabel(user)}
                savedUrl={user.pictureUrl}
                onChange={(url) => form.setValue('pictureUrl', url, { shouldDirty: true })}
              />
            )}
            <div className="grid gap-5 tablet:grid-cols-2">
              <TextField name="firstName" label="First Name" autoComplete="given-name" />
              <TextField name="lastName" label="Last Name" autoComplete="family-name" />
            </div>
            <TextField
              name="nickname"
              label="Nickname"
              isRequired
              hint="Shown in the application."
              autoComplete="nickname"
            />
            <TextField
              label="Email"
              type="email"
              value={user.email}
              isRequired
              isReadOnly
              hint="Managed by your sign-in provider."
            />
            <TextField
              name="discordUsername"
              label="Discord Username"
              hint="Helps us identify you when you ask for technical support."
            />
            <TextField name="githubUsername" label="Github Username" />
            <Failure {...failure} />
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={request}
                isDisabled={!mode.isFirstTime && !form.formState.isDirty}
                disabledReason={nothingToSave}
                loadingText="Saving your profile..."
                successText="Updated your profile!"
              >
                Save
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}

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
      <p className="text-content-muted text-sm">
        <span>To download your data or delete your account, open</span>{' '}
        <TextLink href="/profile/data">My data</TextLink>.
      </p>
    </ShellSection>
  )
}
