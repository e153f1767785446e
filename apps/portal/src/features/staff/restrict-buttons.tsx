import type { PersonReport, WorkspaceReport } from '@portal/contract/staff/search/search'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { formatCountOf } from '@portal/ui/lib/format-count'
import { useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { ReasonButton } from './reason-button.tsx'
import type { RestrictionKind } from './restrictions.ts'
import { StoppingTokens } from './stopping-tokens.tsx'
import { useQuarantineWorkspace, useRestrictAccount } from './use-restrict.ts'

const words = {
  quarantine: {
    icon: 'ban',
    set: 'Quarantine account',
    end: 'Unquarantine account',
    setTitle: 'Quarantine',
    endTitle: 'End the quarantine of',
    other: 'suspension',
    stillPaused: 'suspended',
  },
  suspension: {
    icon: 'pause',
    set: 'Suspend user',
    end: 'Unsuspend user',
    setTitle: 'Suspend',
    endTitle: 'End the suspension of',
    other: 'quarantine',
    stillPaused: 'quarantined',
  },
} as const

/** Quarantines or suspends the user, or ends the restriction, after confirmation. */
export function RestrictAccountButton({ report, kind }: { report: PersonReport; kind: RestrictionKind }) {
  const { set, ...request } = useRestrictAccount(kind)
  const { id: ownId } = useUser()
  const [keepsInvitations, setKeepsInvitations] = useState(false)
  const { id, email } = report.user
  const isSetting = report[kind] === null
  const { icon, set: setText, end, setTitle, endTitle, other, stillPaused } = words[kind]
  const endText = report[other]
    ? `The account is still ${stillPaused}, so the user's tokens are still refused.`
    : "The user's tokens work again."
  return (
    <ReasonButton
      icon={isSetting ? icon : 'play'}
      disabledReason={id === ownId ? 'Staff cannot quarantine or suspend themselves' : undefined}
      title={`${isSetting ? setTitle : endTitle} ${email}?`}
      description={
        isSetting
          ? 'Takes effect immediately. The user sees only the notice, and gets an email if their address is verified. Their tokens are refused until this ends.'
          : `${endText} The user gets an email if their address is verified.`
      }
      hasEnd={isSetting}
      isDanger={isSetting}
      effects={
        isSetting && (
          <>
            <StoppingTokens tokens={report.tokens} />
            <LeftBehindCounts
              left={report.leftBehind}
              keepsInvitations={keepsInvitations}
              onKeepsInvitationsChange={setKeepsInvitations}
            />
          </>
        )
      }
      actText={isSetting ? setText : end}
      request={request}
      onConfirm={(given, close) =>
        set(id, { isRestricted: isSetting, ...given, ...(isSetting && { keepsInvitations }) }, close)
      }
      onClose={() => setKeepsInvitations(false)}
    />
  )
}

/** Says what the user has set up that continues to work. Undefined if there is nothing. */
function remainingText({ shownTokens, trustRules }: PersonReport['leftBehind']): string | undefined {
  const remaining = [
    shownTokens > 0 &&
      `${formatCountOf(shownTokens, 'service account token')} whose secret the user has seen`,
    trustRules > 0 && `${formatCountOf(trustRules, 'trust rule')} that the user created`,
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

/** What a restricted user leaves behind. Staff see counts only: the invitations and rules belong to the workspaces. */
function LeftBehindCounts({ left, keepsInvitations, onKeepsInvitationsChange }: LeftBehindCountsProps) {
  if (!left) return null
  const { invitations } = left
  const remaining = remainingText(left)
  return (
    <>
      {invitations === 0 && (
        <p className="text-content-muted">This user has no open invitations to withdraw.</p>
      )}
      {invitations > 0 && (
        <div className="flex flex-col gap-2">
          <p>
            {keepsInvitations
              ? `${formatCountOf(invitations, 'open invitation')} from this user ${invitations === 1 ? 'stays' : 'stay'} open.`
              : `${formatCountOf(invitations, 'open invitation')} from this user ${invitations === 1 ? 'is' : 'are'} withdrawn and not restored afterwards.`}
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

/** Quarantines the workspace, or ends its quarantine, after confirmation. */
export function QuarantineWorkspaceButton({ report }: { report: WorkspaceReport }) {
  const { set, ...request } = useQuarantineWorkspace()
  const { id: ownId } = useUser()
  const isMember = report.members.some(({ userId }) => userId === ownId)
  const { id, displayName } = report.workspace
  const isSetting = report.quarantine === null
  return (
    <ReasonButton
      icon={isSetting ? 'ban' : 'play'}
      disabledReason={isMember ? 'You belong to this workspace. Ask another staff member.' : undefined}
      title={isSetting ? `Quarantine “${displayName}”?` : `End the quarantine of “${displayName}”?`}
      description={
        isSetting
          ? 'Takes effect immediately. Members still see the workspace in their list but cannot open it. Its tokens are refused until the quarantine ends.'
          : 'Members can open the workspace again, and its tokens work again.'
      }
      hasEnd={isSetting}
      isDanger={isSetting}
      actText={isSetting ? 'Quarantine workspace' : 'Unquarantine workspace'}
      request={request}
      onConfirm={(given, close) => set(id, { isRestricted: isSetting, ...given }, close)}
    />
  )
}
