import type { Invitation } from '@portal/contract/invitations/invitations'
import { truncateText } from '@portal/contract/text/truncate-text'
import type { OwnInvitationRow } from './invitation-store.ts'

/** Converts a row to the invitation that the invitee sees. */
export function invitationBody(row: OwnInvitationRow): Invitation {
  return {
    id: row.id,
    workspaceName: row.workspaceName,
    role: row.role,
    invitedBy: { firstName: row.firstName, lastName: row.lastName },
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** Masks `pat@mail.example.com` as `p•••@m•••.com`: its owner recognizes the address, other users don't learn it. */
export function emailHint(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${truncateText(email, 1)}•••@${truncateText(domain, 1)}•••${ending}`
}
