import { account, type ProfileInput, type User } from '@portal/contract/account/account'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { showToast, type ToastAction } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { signedOutAnswers, useSetUser } from '../../lib/guard/session.ts'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'
import { useCall } from '../../lib/request/calls.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { createBillingIntegration } from '../billing/shared/billing-integration.ts'
import { placeAfterProfile } from './after-profile.ts'

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

/** Shows a toast, because a failed save also navigates to another page. */
function showFailure(error: RequestError, isStored: boolean, action: ToastAction | undefined) {
  const request = error.requestId ? ` (request ${error.requestId})` : ''
  const text = isStored
    ? 'Your profile is saved, but setup was not finished. Try again.'
    : `Your profile was not saved: ${errorTitle(error)}`
  showToast(text, {
    tone: 'danger',
    description: `${error.message}${request}`,
    action,
  })
}

/**
 * Saves the changed profile fields and continues to the next page. Throws when the API refuses fields, so that the form
 * shows the errors at those fields.
 */
export function useSaveProfile(user: User, { isFirstTime, onFirstTimeDone }: ProfileMode) {
  const update = useCall(account.update)
  const complete = useCall(account.completeProfile)
  const setUser = useSetUser()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const params = { userId: user.id }
  // A repeated save completes the profile again, but counts once.
  const isTracked = useRef(false)

  async function finishFirstTime(changes: ProfileInput) {
    if (!isTracked.current) analytics.track('initial_profile_set')
    isTracked.current = true
    if (user.emailVerified && !passwordSubject.test(user.auth0Id ?? ''))
      createBillingIntegration(queryClient, user.id)
    const outcome = await complete.run({ params, body: changes })
    if (!outcome.isOk) throw outcome.error
    setUser(outcome.data.user)
    return placeAfterProfile(outcome.data.user, queryClient)
  }

  async function store(changes: ProfileInput, form: FormHandle, onStored: () => void) {
    const outcome = await update.run({ params, body: changes })
    if (!outcome.isOk) throw outcome.error
    onStored()
    unsavedProfile.forget()
    setUser(outcome.data.user)
    form.setSaved(profileValues(outcome.data.user))
    if (isFirstTime) return finishFirstTime(changes)
    showToast('Updated your profile!', { tone: 'success' })
    return { kind: 'path', path: '/workspaces' } as const
  }

  async function save(changes: ProfileInput, form: FormHandle) {
    let isStored = false
    // Otherwise the button would show why the last attempt failed.
    complete.reset()
    try {
      const place = await store(changes, form, () => {
        isStored = true
      })
      if (place.kind === 'browser') browserNavigation.go(place.url)
      else if (place.kind === 'path') await navigate({ href: place.path })
      onFirstTimeDone?.()
    } catch (thrown) {
      const error = thrown as RequestError
      if (error.issues?.length > 0) throw error
      if (!isStored) unsavedProfile.keep(user.id, changes)
      // The route guard redirects to sign-in and stores this page.
      if (signedOutAnswers.some((type) => type === error.code)) return
      const back = { label: 'Back to profile', onPress: () => void navigate({ to: '/profile' }) }
      // The route guard returns a user without a profile to the form anyway.
      showFailure(error, isStored, isFirstTime ? undefined : back)
      await navigate({ to: '/workspaces' })
    }
  }

  const status: RequestStatus = complete.status.isRequested ? complete.status : update.status
  return { save, status }
}
