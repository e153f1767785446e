import type { Member } from '@portal/contract/members'
import { Pill } from '@portal/ui/data/pill'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Timestamp } from '@portal/ui/text/timestamp'
import { fullName } from '../../lib/layout/full-name.ts'
import { errorTexts } from '../../lib/request/error-messages.ts'
import type { RequestError } from '../../lib/request/request-error.ts'

interface MemberEmailCellProps {
  member: Member
  isSelf: boolean
  /** Why the role was not changed. Shown here because the role column is too narrow. */
  roleFailure: RequestError | undefined
}

/** The email, with the name of the member or the state of the invitation below it. */
export function MemberEmailCell({ member, isSelf, roleFailure }: MemberEmailCellProps) {
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
          Sent <Timestamp date={invitation.sentAt} isRelative />,{' '}
          {invitation.isExpired ? 'expired' : 'expires'} <Timestamp date={invitation.expiresAt} isRelative />
        </span>
      )}
      {roleFailure && (
        <ErrorMessage
          {...errorTexts(roleFailure)}
          title="The role was not changed"
          className="mt-2 max-w-md"
        />
      )}
    </div>
  )
}
