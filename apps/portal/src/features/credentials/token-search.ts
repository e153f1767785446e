import type { AuthToken, OwnAuthToken } from '@portal/contract/tokens/tokens'

const textOf = ({ name, createdBy, serviceAccount }: AuthToken) =>
  [name, createdBy.firstName, createdBy.lastName, createdBy.email, serviceAccount?.name]
    .filter(Boolean)
    .join(' ')

/** Returns the tokens whose name, creator or service account contains the text, ignoring case. */
export function searchTokens(tokens: readonly AuthToken[], text: string): AuthToken[] {
  const wanted = text.trim().toLowerCase()
  return tokens.filter((token) => textOf(token).toLowerCase().includes(wanted))
}

/** Returns the tokens whose name or workspace contains the text, ignoring case. */
export function searchOwnTokens(tokens: readonly OwnAuthToken[], text: string): OwnAuthToken[] {
  const wanted = text.trim().toLowerCase()
  return tokens.filter(({ name, workspace }) =>
    `${name} ${workspace.displayName}`.toLowerCase().includes(wanted),
  )
}
