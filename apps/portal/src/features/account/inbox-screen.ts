import type { User } from '@portal/contract/account/account'
import { useRouterState } from '@tanstack/react-router'

/** Opens the profile form even while the email is unverified, when the profile page shows the inbox screen. */
export const profileFormPath = '/profile?edit=true'

/** Whether the profile page asks the user to verify the email instead of showing the form. */
export function isInboxShown(user: User, search: { edit?: unknown }): boolean {
  return !user.emailVerified && user.onboardingDetails.reviewedProfile !== null && !search.edit
}

/** Whether the page itself asks for the verification, so that the app shell doesn't have to. */
export function useIsVerificationPage(user: User): boolean {
  return useRouterState({
    select: ({ matches }) => {
      const leaf = matches.at(-1)
      const name = leaf?.staticData.name
      return name === 'login-success' || (name === 'profile' && isInboxShown(user, leaf?.search ?? {}))
    },
  })
}
