import type { Activity } from '@portal/contract/activity/activity'
import type { AttentionItem } from '@portal/contract/attention/attention'
import type { Invitation } from '@portal/contract/invitations/invitations'
import type { Member } from '@portal/contract/members/members'
import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import { person, workspace } from './people.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export const ada: Member = {
  userId: person().id,
  email: 'ada@example.com',
  role: 'OWNER',
  status: 'active',
  firstName: 'Ada',
  lastName: 'Lovelace',
  nickname: 'ada',
  signupAt: '2025-01-01T00:00:00.000Z',
  invitation: null,
}

export const grace: Member = {
  ...ada,
  userId: '01JPERSON0000000000000GRACE',
  email: 'grace@example.com',
  role: 'APPROVER',
  firstName: 'Grace',
  lastName: 'Hopper',
  nickname: 'grace',
}

export const linus: Member = {
  ...ada,
  userId: '01JPERSON0000000000000LINUS',
  email: 'linus@example.com',
  role: 'EDITOR',
  firstName: null,
  lastName: null,
  nickname: 'linus',
}

/** An invitee without an account. */
export function invited(email: string, isExpired = false): Member {
  return {
    ...linus,
    userId: `I-${email}`,
    email,
    status: 'invited',
    nickname: email.split('@')[0] ?? email,
    signupAt: null,
    invitation: {
      id: `I-${email}`,
      sentAt: inDays(isExpired ? -15 : -1),
      expiresAt: inDays(isExpired ? -1 : 13),
      isExpired,
    },
  }
}

/** An invitation to the signed-in user. */
export function invitation(more: Partial<Invitation> = {}): Invitation {
  return {
    id: '01JINVITATION0000000000001',
    workspaceName: 'Payments',
    role: 'EDITOR',
    invitedBy: { firstName: 'Grace', lastName: 'Hopper' },
    sentAt: inDays(-1),
    expiresAt: inDays(13),
    ...more,
  }
}

/** An offer of the workspace from Ada to Grace. */
export function ownershipOffer(more: Partial<OwnershipOffer> = {}): OwnershipOffer {
  return {
    workspaceId: workspace().id,
    workspaceName: workspace().displayName,
    fromUserId: person().id,
    from: { firstName: 'Ada', lastName: 'Lovelace' },
    toUserId: grace.userId,
    to: { firstName: 'Grace', lastName: 'Hopper' },
    createdAt: inDays(-1),
    expiresAt: inDays(13),
    serviceAccounts: [],
    webhookCount: 0,
    ...more,
  }
}

/** A workspace of another user, in which the signed-in user is an Approver. */
export const notOwned = {
  creatorUserId: '01JPERSON0000000000000OTHER',
  creatorUser: { firstName: 'Olive', lastName: 'Owens' },
} as const

export function activityEntry(more: Partial<Activity> = {}): Activity {
  return {
    id: '01JACTIVITY0000000000000001',
    at: new Date(Date.now() - 7_200_000).toISOString(),
    act: 'member.invited',
    actor: {
      userId: person().id,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      serviceAccount: null,
      tokenName: null,
    },
    subject: 'new@example.com',
    ipAddress: '203.0.113.7',
    ...more,
  }
}

/** A token of `workspace()` that expires in three days. */
export function attentionItem(more: Partial<AttentionItem> = {}): AttentionItem {
  return {
    kind: 'tokenExpires',
    workspaceId: workspace().id,
    id: '01JTOKEN000000000000000001',
    name: 'Deploys',
    at: inDays(3),
    lastUsedAt: inDays(-1),
    ...more,
  }
}
