import type { ReviewedKind, SignOffCounts } from '@portal/contract/access-review/access-review'
import { formatCount, formatCountOf } from '@portal/ui/lib/format-count'
import { kindNames } from './actor-rules.ts'

const kindOfCount: Record<keyof SignOffCounts, ReviewedKind> = {
  members: 'member',
  invitations: 'invitation',
  serviceAccounts: 'serviceAccount',
  tokens: 'token',
  trustRules: 'trustRule',
  webhooks: 'webhook',
}
const countNames = Object.keys(kindOfCount) as (keyof SignOffCounts)[]

/** The previous release of the API doesn't count webhooks. */
type Counts = Partial<SignOffCounts>

export const totalOf = (counts: Counts) => countNames.reduce((sum, name) => sum + (counts[name] ?? 0), 0)

/** Names each kind with its count, such as "3 members" and "1 invitation". Leaves out kinds without any. */
export const countTexts = (counts: Counts): string[] =>
  countNames.flatMap((name) =>
    counts[name] ? formatCountOf(counts[name], ...kindNames[kindOfCount[name]]) : [],
  )

/** Names what differs between the list that the user saw and the evidence, such as "6 API tokens instead of 5". */
export const countDifferences = (seen: SignOffCounts, kept: Counts): string[] =>
  countNames.flatMap((name) => {
    const count = kept[name] ?? 0
    return seen[name] === count
      ? []
      : `${formatCountOf(count, ...kindNames[kindOfCount[name]])} instead of ${formatCount(seen[name])}`
  })
