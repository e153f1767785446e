import type { Member } from '@portal/contract/members'
import { Pill } from '@portal/ui/pill'
import { Timestamp } from '@portal/ui/timestamp'
import { fullName } from '../../lib/full-name.ts'

/** The address, and under it who that is, or how the invitation stands. */
export function MemberEmailCell({ member, isSelf }: { member: Member; isSelf: boolean }) {
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
      {name && <span className="text-content-muted text-sm wrap-anywhere">{name}</span>}
      {invitation && (
        <span className="text-content-muted text-sm">
          Sent <Timestamp date={invitation.sentAt} isRelative />,{' '}
          {invitation.isExpired ? 'expired' : 'expires'} <Timestamp date={invitation.expiresAt} isRelative />
        </span>
      )}
    </div>
  )
}
