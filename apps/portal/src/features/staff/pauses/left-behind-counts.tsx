import type { PersonReport } from '@portal/contract/staff/search/search'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { formatCount } from '@portal/ui/lib/format-count'

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`

/** Says what a paused user has set up that continues to work. Undefined if there is nothing. */
function remainingText({ shownTokens, trustRules }: PersonReport['leftBehind']): string | undefined {
  const remaining = [
    shownTokens > 0 && `${counted(shownTokens, 'service account token')} whose secret the user has seen`,
    trustRules > 0 && `${counted(trustRules, 'trust rule')} that the user created`,
  ].filter((part) => part !== false)
  const isOne = shownTokens + trustRules === 1
  return remaining.length === 0
    ? undefined
    : `${remaining.join(' and ')} ${isOne ? 'continues' : 'continue'} to work.`
}

interface LeftBehindCountsProps {
  /** The previous release of the API doesn't send it. */
  left: PersonReport['leftBehind'] | undefined
  keepsInvitations: boolean
  onKeepsInvitationsChange: (keepsInvitations: boolean) => void
}

/** What a user leaves behind during a pause. Staff see counts only: the invitations and rules belong to the workspaces. */
export function LeftBehindCounts({
  left,
  keepsInvitations,
  onKeepsInvitationsChange,
}: LeftBehindCountsProps) {
  if (!left) return null
  const { invitations } = left
  const remaining = remainingText(left)
  return (
    <>
      {invitations > 0 && (
        <div className="flex flex-col gap-2">
          <p>
            {keepsInvitations
              ? `${counted(invitations, 'open invitation')} from this user ${invitations === 1 ? 'stays' : 'stay'} open.`
              : `${counted(invitations, 'open invitation')} from this user ${invitations === 1 ? 'is' : 'are'} withdrawn and not restored afterwards.`}
          </p>
          <Checkbox
            label="Keep open invitations"
            value={keepsInvitations}
            onChange={(isKept) => onKeepsInvitationsChange(isKept === true)}
          />
        </div>
      )}
      {remaining && <p>{remaining}</p>}
    </>
  )
}
