import type { ReviewedKind, SignOffCounts } from '@portal/contract/access-review/access-review'
import { formatCount, formatCountOf } from '@portal/ui/lib/format-count'
import { kindNames } from './actor-rules.ts'

const kindOfCount: Record<keyof SignOffCounts, ReviewedKind> = {
  members: 'member',
  invitations: 'invitation',
  serviceAccounts: 'serviceAccount',
  tokens: 'token',
  trustRules: 'trustRule',
}
const countNames = Object.keys(kindOfCount) as (keyof SignOffCounts)[]

export const totalOf = (counts: SignOffCounts) => countNames.reduce((sum, name) => sum + counts[name], 0)

/** Names each kind with its count, such as "3 members" and "1 invitation". Leaves out kinds without any. */
export const countTexts = (counts: SignOffCounts): string[] =>
  countNames.flatMap((name) =>
    counts[name] === 0 ? [] : formatCountOf(counts[name], ...kindNames[kindOfCount[name]]),
  )

/** Names what differs between the list that the user saw and the evidence, such as "6 API tokens instead of 5". */
export const countDifferences = (seen: SignOffCounts, kept: SignOffCounts): string[] =>
  countNames.flatMap((name) =>
    seen[name] === kept[name]
      ? []
      : `${formatCountOf(kept[name], ...kindNames[kindOfCount[name]])} instead of ${formatCount(seen[name])}`,
  )
