import {
  type QuarantinedPerson,
  type QuarantinedWorkspace,
  type SuspendedPerson,
  staffPauses,
} from '@portal/contract/staff/pauses/pauses'
import { type StaffRecord, staffRecords } from '@portal/contract/staff/records/records'
import type { Signup } from '@portal/contract/staff/reports/reports'
import type { PersonReport, WorkspaceReport } from '@portal/contract/staff/search/search'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { person } from './people.ts'
import { type RenderAppOptions, renderApp } from './render-app.tsx'

const past = '2024-11-05T09:30:00.000Z'

/** The signed-in staff member. */
export const sasha = person({
  id: '01JPERSON0000000000000SASHA',
  email: 'sasha@systeminit.com',
  firstName: 'Sasha',
  lastName: 'Stafford',
  nickname: 'sasha',
  isStaff: true,
})

/** Ada's record in a look-up by staff, unless overridden. */
export function userRecord(more: Partial<UserRecord> = {}): UserRecord {
  return {
    id: person().id,
    auth0Id: 'auth0|ada',
    email: 'ada@example.com',
    quarantinedAt: null,
    suspendedAt: null,
    ...more,
  }
}

const restriction = {
  userId: '01JPERSON0000000000000GRACE',
  email: 'grace@example.com',
  reason: 'Mined coins',
  until: null,
  byEmail: sasha.email,
}

export function quarantinedPerson(more: Partial<QuarantinedPerson> = {}): QuarantinedPerson {
  return { ...restriction, quarantinedAt: past, ...more }
}

export function suspendedPerson(more: Partial<SuspendedPerson> = {}): SuspendedPerson {
  return { ...restriction, reason: 'Unpaid', suspendedAt: past, ...more }
}

export function quarantinedWorkspace(more: Partial<QuarantinedWorkspace> = {}): QuarantinedWorkspace {
  return {
    id: '01JWORKSPACE000000000PROD1',
    displayName: 'Production',
    quarantinedAt: past,
    reason: 'Mined coins',
    until: null,
    ...more,
  }
}

export function signup(more: Partial<Signup> = {}): Signup {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    signupMethod: 'auth0',
    discordUsername: 'ada#1234',
    githubUsername: 'ada-l',
    signupAt: '2024-08-14T23:59:59.000Z',
    ...more,
  }
}

export function staffRecord(more: Partial<StaffRecord> = {}): StaffRecord {
  const { id, email, firstName, lastName } = sasha
  return {
    id: '01JRECORD00000000000000001',
    at: new Date(Date.now() - 7_200_000).toISOString(),
    act: 'looked-up.person',
    staff: { id, email, firstName, lastName },
    aboutUser: { id: person().id, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    aboutWorkspace: null,
    before: null,
    after: null,
    reason: null,
    ipAddress: '203.0.113.7',
    withheldReason: null,
    ...more,
  }
}

/** The report about Ada, with one record of each kind. */
export function personReport(more: Partial<PersonReport> = {}): PersonReport {
  return {
    user: {
      ...userRecord(),
      firstName: 'Ada',
      lastName: 'Lovelace',
      nickname: 'ada',
      emailVerified: true,
      githubUsername: null,
      discordUsername: null,
      signupAt: past,
      agreedTosVersionId: '2024-09-25',
      deletedAt: null,
    },
    quarantine: null,
    suspension: null,
    leftBehind: { invitations: 0, shownTokens: 0, trustRules: 0 },
    handedOverAt: null,
    identities: [
      {
        subject: 'auth0|ada',
        email: 'ada@example.com',
        isEmailVerified: true,
        createdAt: past,
        lastSignInAt: past,
      },
    ],
    workspaces: [
      {
        id: '01JWORKSPACE000000000PROD1',
        displayName: 'Production',
        role: 'OWNER',
        instanceUrl: 'https://app.systeminit.com',
        quarantinedAt: null,
      },
    ],
    workspaceCount: 1,
    sessions: [
      { id: 'S1', createdAt: past, lastUsedAt: past, ipAddress: '203.0.113.7', userAgent: 'Firefox/142.0' },
    ],
    tokens: [
      {
        id: 'T1',
        kind: 'api',
        name: 'Deploys',
        createdAt: past,
        lastUsedAt: null,
        ipAddress: null,
        workspaceId: '01JWORKSPACE000000000PROD1',
        workspaceName: 'Production',
        expiresAt: '2124-11-06T10:00:00.000Z',
      },
    ],
    billing: {
      activeSubscription: { planCode: 'launch', isTrial: true, endingAt: past, exceededFreeTier: false },
      paymentDetailsSet: true,
      customerId: 'cus_1',
      unpaidSince: null,
    },
    ...more,
  }
}

/** The report about Ada's workspace, with one record of each kind. */
export function workspaceReport(more: Partial<WorkspaceReport> = {}): WorkspaceReport {
  return {
    workspace: {
      id: '01JWORKSPACE000000000PROD1',
      displayName: 'Production',
      description: null,
      instanceUrl: 'https://app.systeminit.com',
      instanceEnvType: 'SI',
      approvalsEnabled: false,
      createdAt: past,
      deletedAt: null,
    },
    quarantine: null,
    owner: { id: person().id, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    members: [{ userId: person().id, email: 'ada@example.com', role: 'OWNER' }],
    memberCount: 1,
    tokens: [
      {
        id: 'T1',
        name: 'Deploys',
        createdAt: past,
        lastUsedAt: null,
        ipAddress: null,
        expiresAt: '2124-11-06T10:00:00.000Z',
        creatorEmail: 'ada@example.com',
      },
    ],
    webhooks: [
      {
        id: 'H1',
        host: 'hooks.example.com',
        createdAt: past,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
      },
    ],
    ...more,
  }
}

/** Renders the admin page, or a page below it, for a staff member. Nothing is quarantined or suspended by default. */
export function renderAdmin(path = '', { user = sasha, prepare }: RenderAppOptions = {}) {
  return renderApp(`/workspace-admin${path}`, {
    user,
    prepare: (api) => {
      for (const call of [staffPauses.listQuarantinedUsers, staffPauses.listSuspendedUsers])
        api.reply(call, [])
      api.reply(staffPauses.listQuarantinedWorkspaces, [])
      api.reply(staffRecords.list, [])
      prepare?.(api)
    },
  })
}
