import type { User } from '@portal/contract/account'

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
