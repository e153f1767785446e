import type { Invitation } from '@portal/contract/invitations'
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

/** The first character of a text. It may consist of several code units. */
const firstCharacter = (text: string) => Array.from(text)[0] ?? ''

/** Masks `pat@mail.example.com` as `p•••@m•••.com`: its owner recognizes the address, other users don't learn it. */
export function emailHint(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${firstCharacter(email)}•••@${firstCharacter(domain)}•••${ending}`
}
