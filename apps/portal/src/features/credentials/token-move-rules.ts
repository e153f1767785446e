import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { formatCount } from '@portal/ui/lib/format-count'

/** A token that stops working when its creator loses access. */
export interface EndingToken extends Pick<AuthToken, 'id' | 'name' | 'lastUsedAt' | 'lastUsedIp'> {
  workspaceId: string
}

/** The service account that each token moves to, by the token's id. Every other token ends. */
export type TokenChoices = Readonly<Partial<Record<string, string>>>

const dayMs = 24 * 60 * 60 * 1_000

/** Says how many tokens stop, and how many of them are in use: "3 API tokens stop working. 2 were used in the last 24 hours." */
export function endingText(tokens: readonly Pick<EndingToken, 'lastUsedAt'>[], now: Date): string {
  const used = tokens.filter(
    ({ lastUsedAt }) => lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < dayMs,
  ).length
  if (tokens.length === 1)
    return `1 API token stops working. It was ${used === 1 ? '' : 'not '}used in the last 24 hours.`
  const inUse = used === 0 ? 'None were' : used === 1 ? '1 was' : `${formatCount(used)} were`
  return `${formatCount(tokens.length)} API tokens stop working. ${inUse} used in the last 24 hours.`
}

/** Returns the tokens that the user chose to move. Ignores choices for tokens that are no longer listed. */
export function chosenTokens<Token extends Pick<EndingToken, 'id'>>(
  tokens: readonly Token[],
  choices: TokenChoices,
): { token: Token; serviceAccountId: string }[] {
  return tokens.flatMap((token) => {
    const serviceAccountId = choices[token.id]
    return serviceAccountId === undefined ? [] : [{ token, serviceAccountId }]
  })
}
