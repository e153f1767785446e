import type { User } from '@portal/contract/account'
import { useRouterState } from '@tanstack/react-router'

/** The profile form, also while the address is unverified and the profile's page shows the inbox screen. */
export const profileFormPath = '/profile?edit=true'

/** Whether the profile's page asks for the verification of the email in place of the form. */
export function isInboxShown(user: User, search: { edit?: unknown }): boolean {
  return !user.emailVerified && user.onboardingDetails.reviewedProfile !== null && !search.edit
}

/** Whether the page asks for the verification in its content, so that the frame need not. */
export function useIsVerificationPage(user: User): boolean {
  return useRouterState({
    select: ({ matches }) => {
      const leaf = matches.at(-1)
      const name = leaf?.staticData.name
      return name === 'login-success' || (name === 'profile' && isInboxShown(user, leaf?.search ?? {}))
    },
  })
}
