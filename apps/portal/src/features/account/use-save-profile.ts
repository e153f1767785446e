import { account, type ProfileInput, type User } from '@portal/contract/account/account'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { signedOutAnswers, useSetUser } from '../../lib/guard/session.ts'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'
import type { ShownFailure } from '../../lib/request/failure.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useCreateBillingIntegration } from '../billing/billing-integration.ts'
import { type NextPage, nextPageAfterProfile } from './next-page.ts'

/** Unsaved changes to the profile. */
export const unsavedProfile = unsavedInput<ProfileInput>('PROFILE')

/**
 * The initial values of the profile form. The picture is not included: the form gets a value for it only when the user
 * clears or restores it, so a tab that shows an outdated picture never sends it.
 */
export const profileValues = ({ firstName, lastName, nickname, discordUsername, githubUsername }: User) => ({
  firstName,
  lastName,
  nickname,
  discordUsername,
  githubUsername,
})

export interface ProfileMode {
  isFirstTime: boolean
  /** Called after the first profile is saved and the user is redirected, possibly to this same page. */
  onFirstTimeDone?: () => void
}

/** Users who sign in with a password get the billing integration when their email is verified. */
const passwordSubject = /^auth0\|/

/**
 * Saves the changed profile fields and continues to the next page. `save` throws when the API refuses fields, so that the form
 * shows the errors at those fields. `failure` is what keeps the user on the form. A toast shows the other failures.
 */
export function useSaveProfile(user: User, { isFirstTime, onFirstTimeDone }: ProfileMode) {
  const update = useApiMutation(account.update)
  const complete = useApiMutation(account.completeProfile)
  const createBillingIntegration = useCreateBillingIntegration()
  const setUser = useSetUser()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const params = { userId: user.id }
  // A repeated save completes the profile again, but counts once.
  const isTracked = useRef(false)
  const [failure, setFailure] = useState<ShownFailure>()

  async function finishFirstTime(changes: ProfileInput) {
    if (!isTracked.current) analytics.track('initial_profile_set')
    isTracked.current = true
    if (user.emailVerified && !passwordSubject.test(user.auth0Id ?? '')) createBillingIntegration(user.id)
    const completed = await complete.mutateAsync({ params, body: changes })
    setUser(completed.user)
    return nextPageAfterProfile(completed.user, queryClient)
  }

  async function save(changes: ProfileInput, form: FormHandle) {
    let isStored = false
    setFailure(undefined)
    // Otherwise the button would show why the last attempt failed.
    complete.reset()
    try {
      const updated = await update.mutateAsync({ params, body: changes })
      isStored = true
      unsavedProfile.forget()
      setUser(updated.user)
      form.setSaved(profileValues(updated.user))
      if (!isFirstTime) showToast('Updated your profile!', { tone: 'success' })
      const next: NextPage = isFirstTime
        ? await finishFirstTime(changes)
        : { kind: 'path', path: '/workspaces' }
      if (next.kind === 'browser') browserNavigation.go(next.url)
      else if (next.kind === 'path') await navigate({ href: next.path })
      onFirstTimeDone?.()
    } catch (thrown) {
      const error = thrown as RequestError
      if (error.issues?.length > 0) throw error
      const isSignedOut = signedOutAnswers.some((type) => type === error.code)
      const title = isStored
        ? 'Your profile is saved, but setup was not finished. Try again.'
        : 'Your profile was not saved'
      // The route guard would return a user without a profile to the form, and without a network no other page opens.
      if (!isSignedOut && (isFirstTime || error.isOffline)) return setFailure({ title, error })
      if (!isStored) unsavedProfile.keep(user.id, changes)
      // The route guard redirects to sign-in and stores this page.
      if (isSignedOut) return
      tellFailure(title, error, {
        label: 'Back to profile',
        onPress: () => void navigate({ to: '/profile' }),
      })
      await navigate({ to: '/workspaces' })
    }
  }

  return { save, failure, request: complete.isIdle ? update : complete }
}
