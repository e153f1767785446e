import type { Invitation } from '@portal/contract/invitations'
import type { OwnInvitationRow } from './invitation-store.ts'

/** An invitation as the invited person sees it. */
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

/** The first sign of a text, whole also where it takes several code units. */
const firstSign = (text: string) => Array.from(text)[0] ?? ''

/** `pat@mail.example.com` as `p•••@m•••.com`: whoever has the address knows it again, nobody else learns it. */
export function emailHint(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${firstSign(email)}•••@${firstSign(domain)}•••${ending}`
}
