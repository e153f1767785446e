import type { Member } from '@portal/contract/members/members'
import { Pill } from '@portal/ui/data/pill'
import { Timestamp } from '@portal/ui/text/timestamp'
import { fullName } from '../../lib/layout/full-name.ts'
import { ActionFailure, type Failure } from '../../lib/request/action-failure.tsx'

interface MemberEmailCellProps {
  member: Member
  isSelf: boolean
  /** Shown here because the other columns are too narrow. */
  failure: Failure | undefined
}

/** The email, with the name of the member or the state of the invitation below it. */
export function MemberEmailCell({ member, isSelf, failure }: MemberEmailCellProps) {
  const { email, invitation } = member
  const name = fullName(member)
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        {isSelf && <Pill>You</Pill>}
        {invitation && (
          <Pill tone={invitation.isExpired ? 'warning' : 'accent'}>
            {invitation.isExpired ? 'Invitation expired' : 'Invited'}
          </Pill>
        )}
      </div>
      {name && <bdi className="self-start text-content-muted text-sm wrap-anywhere">{name}</bdi>}
      {invitation && (
        <span className="text-content-muted text-sm">
          Sent <Timestamp date={invitation.sentAt} isRelative className="whitespace-nowrap" />,{' '}
          <span>{invitation.isExpired ? 'expired' : 'expires'}</span>{' '}
          <Timestamp date={invitation.expiresAt} isRelative className="whitespace-nowrap" />
        </span>
      )}
      <ActionFailure failure={failure} />
    </div>
  )
}
