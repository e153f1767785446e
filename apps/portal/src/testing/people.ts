import type { User } from '@portal/contract/account/account'
import type { Workspace } from '@portal/contract/workspaces/workspaces'

const past = '2024-11-05T09:30:00.000Z'

/** A user with a verified email, a complete profile and accepted terms, unless overridden. */
export function person(more: Partial<User> = {}): User {
  return {
    id: '01JPERSON00000000000000ADA',
    email: 'ada@example.com',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    nickname: 'ada',
    pictureUrl: null,
    githubUsername: null,
    discordUsername: null,
    auth0Id: 'auth0|ada',
    auth0Details: null,
    quarantinedAt: null,
    suspendedAt: null,
    quarantineReason: null,
    suspensionReason: null,
    isStaff: false,
    needsTosUpdate: false,
    agreedTosVersionId: '2024-09-25',
    agreedTosVersion: '2024-09-25',
    onboardingDetails: { reviewedProfile: past },
    signupAt: past,
    ...more,
  }
}

export const unreviewed = { onboardingDetails: { reviewedProfile: null } }

/** A workspace owned by `person()`, unless overridden. */
export function workspace(more: Partial<Workspace> = {}): Workspace {
  return {
    id: '01JWORKSPACE000000000PROD1',
    displayName: 'Production',
    description: '',
    instanceUrl: 'https://app.systeminit.com',
    instanceEnvType: 'SI',
    isDefault: false,
    isFavourite: false,
    isHidden: false,
    approvalsEnabled: false,
    role: 'OWNER',
    creatorUserId: person().id,
    creatorUser: { firstName: 'Ada', lastName: 'Lovelace' },
    createdAt: past,
    quarantinedAt: null,
    memberCount: 1,
    lastOpenedAt: null,
    ...more,
  }
}
