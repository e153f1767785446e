import { profileSchema, type User } from '@portal/contract/account'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import * as z from 'zod/mini'
import { KeepTyped } from '../../lib/layout/keep-typed.tsx'
import { nothingToSave } from '../../lib/layout/nothing-to-save.ts'
import { ProfilePicture } from './profile-picture.tsx'
import { profileValues } from './profile-values.ts'
import { personLabel } from './shared/person-label.ts'
import { unsavedProfile } from './unsaved-profile.ts'
import { type ProfileMode, useSaveProfile } from './use-save-profile.ts'

/** The email is read-only: it is shown but not sent. */
const formSchema = z.omit(profileSchema, { email: true })

export function ProfileForm({ user, ...mode }: ProfileMode & { user: User }) {
  const { save, status } = useSaveProfile(user, mode)
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
                onChange={(url) => form.setValue('pictureUrl', url)}
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
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={status}
                isDisabled={!mode.isFirstTime && !form.isDirty}
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
