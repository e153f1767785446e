import type { User } from '@portal/contract/account'

/**
 * What the profile form is filled with. The picture is not among it: the form has a value for it only once the user
 * clears or restores it, and a tab that shows an old picture never sends it.
 */
export const profileValues = ({ firstName, lastName, nickname, discordUsername, githubUsername }: User) => ({
  firstName,
  lastName,
  nickname,
  discordUsername,
  githubUsername,
})
