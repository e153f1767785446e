/** The callers of the authorization matrix, each with a separate user and credential. */
import { hourMs } from '@portal/contract/durations'
import { eq } from 'drizzle-orm'
import { ulid } from 'ulid'
import { hashOf } from '../crypto/secrets.ts'
import { invitationCodes, workspaceInvitations } from '../features/invitations/invitation-table.ts'
import { workspaceMembers } from '../features/members/member-table.ts'
import { workspaces } from '../features/workspaces/workspace-table.ts'
import type { As, TestApp } from './build-test-app.ts'
import { addMember, makeWorkspace, type UserRow, type WorkspaceRow } from './factories.ts'
import { forgeToken, issueToken, type TokenFacts } from './issue-token.ts'
import { makeSignedIn, type SignedIn } from './make-signed-in.ts'

/** In the order of their requests. The owner comes last, because other callers could not use what the owner deletes. */
export const callerNames = [
  'nobody',
  'editor',
  'unverified',
  'neverTerms',
  'oldTerms',
  'quarantined',
  'suspended',
  'endedSession',
  'idleSession',
  'lateSession',
  'forgedSession',
  'approver',
  'invited',
  'formerMember',
  'staff',
  'stranger',
  'apiToken',
  'instanceToken',
  'expiredToken',
  'revokedToken',
  'forgedToken',
  'noToken',
  'apiTokenOfAnotherWorkspace',
  'instanceTokenOfAnotherWorkspace',
  'manageTokenOfAnotherWorkspace',
  'manageToken',
  'quarantinedPersonsToken',
  'suspendedPersonsToken',
  'unverifiedPersonsToken',
  'formerMembersToken',
  'quarantinedWorkspaceSession',
  'quarantinedWorkspaceToken',
  'deletedWorkspaceSession',
  'deletedWorkspaceToken',
  'owner',
] as const
export type CallerName = (typeof callerNames)[number]

/** A caller and the path parameters of its requests. */
export interface MatrixCaller {
  as: As
  userId: string
  workspaceId: string
  instanceUrl: string
  /** The caller's own session, if there is one. */
  sessionId?: string
  /** The invitation of this caller, if there is one. */
  invitationId?: string
  code?: string
}

const past = new Date(Date.now() - hourMs)

/** Members of the same workspace with different account states. */
const states = {
  editor: {},
  unverified: { emailVerified: false },
  neverTerms: { agreedTosVersionId: null },
  oldTerms: { agreedTosVersionId: '2023-03-30' },
  quarantined: { quarantinedAt: past },
  suspended: { suspendedAt: past },
} as const

/** Sessions that have ended or never existed. */
const badSessions = {
  endedSession: { endedAt: past },
  idleSession: { lastSeenAt: new Date(Date.now() - 169 * hourMs) },
  lateSession: { expiresAt: past },
} as const

type Setting = { test: TestApp; workspace: WorkspaceRow; owner: UserRow }

async function sessionCallers({ test, workspace, owner }: Setting): Promise<Record<string, MatrixCaller>> {
  const { database } = test
  const at = { workspaceId: workspace.id, instanceUrl: workspace.instanceUrl }
  const callers: Record<string, MatrixCaller> = {}
  for (const [name, values] of Object.entries(states)) {
    const { user, session, sessionId } = await makeSignedIn(test, values)
    await addMember(database, workspace, user, 'EDITOR')
    callers[name] = { as: { session }, userId: user.id, sessionId, ...at }
  }
  for (const [name, values] of Object.entries(badSessions)) {
    const { user, session } = await makeSignedIn(test, {}, values)
    await addMember(database, workspace, user, 'EDITOR')
    callers[name] = { as: { session }, userId: user.id, ...at }
  }
  callers.forgedSession = { as: { session: 'A'.repeat(43) }, userId: owner.id, ...at }
  const approver = await makeSignedIn(test)
  await addMember(database, workspace, approver.user, 'APPROVER')
  callers.approver = {
    as: { session: approver.session },
    sessionId: approver.sessionId,
    userId: approver.user.id,
    ...at,
  }
  Object.assign(callers, await comersAndGoers({ test, workspace, owner }))
  const staff = await makeSignedIn(test, { email: 'somebody@systeminit.com' })
  callers.staff = { as: { session: staff.session }, sessionId: staff.sessionId, userId: staff.user.id, ...at }
  const stranger = await makeSignedIn(test)
  callers.stranger = {
    as: { session: stranger.session },
    sessionId: stranger.sessionId,
    userId: owner.id,
    ...at,
  }
  return callers
}

/** Invitees and former members. */
async function comersAndGoers({ test, workspace, owner }: Setting): Promise<Record<string, MatrixCaller>> {
  const { orm } = test.database
  const at = { workspaceId: workspace.id, instanceUrl: workspace.instanceUrl }
  const invited = await makeSignedIn(test, { email: 'invited@example.com' })
  const invitationId = ulid()
  const code = 'code-of-the-invited'
  await orm.insert(workspaceInvitations).values({
    id: invitationId,
    workspaceId: workspace.id,
    email: invited.user.email,
    emailKey: invited.user.emailKey,
    role: 'EDITOR',
    invitedByUserId: owner.id,
    createdAt: new Date(),
    sentAt: new Date(),
    expiresAt: new Date(Date.now() + hourMs),
  })
  await orm.insert(invitationCodes).values({ codeHash: hashOf(code), invitationId, createdAt: new Date() })
  const former = await makeSignedIn(test)
  await addMember(test.database, workspace, former.user, 'APPROVER')
  await orm.delete(workspaceMembers).where(eq(workspaceMembers.userId, former.user.id))
  const caller = ({ user, session, sessionId }: SignedIn) => ({
    as: { session },
    userId: user.id,
    sessionId,
    ...at,
  })
  return { invited: { ...caller(invited), invitationId, code }, formerMember: caller(former) }
}

async function tokenCallers({ test, workspace, owner }: Setting): Promise<Record<string, MatrixCaller>> {
  const at = { workspaceId: workspace.id, instanceUrl: workspace.instanceUrl }
  const ofOwner = { userId: owner.id, workspaceId: workspace.id, kind: 'api' } as const
  const bearer = async (facts: TokenFacts) => ({ bearer: (await issueToken(test, facts)).token })
  const caller = (as: As, userId = owner.id): MatrixCaller => ({ as, userId, ...at })
  const callers: Record<string, MatrixCaller> = {
    apiToken: caller(await bearer(ofOwner)),
    instanceToken: caller(await bearer({ ...ofOwner, kind: 'instance' })),
    expiredToken: caller(await bearer({ ...ofOwner, expiresAt: past })),
    revokedToken: caller(await bearer({ ...ofOwner, revokedAt: past })),
    forgedToken: caller({ bearer: await forgeToken(test, ofOwner) }),
    noToken: caller({ bearer: 'not-a-token' }),
  }
  for (const kind of ['api', 'instance'] as const) {
    const elsewhere = await makeWorkspace(test.database, owner)
    callers[`${kind}TokenOfAnotherWorkspace`] = caller(
      await bearer({ ...ofOwner, kind, workspaceId: elsewhere.id }),
    )
  }
  const manage = { kind: 'api', permission: 'manage' } as const
  const elsewhere = await makeWorkspace(test.database, owner)
  callers.manageTokenOfAnotherWorkspace = caller(
    await bearer({ ...ofOwner, ...manage, workspaceId: elsewhere.id }),
  )
  // With a workspace that no other caller uses, because it may delete it.
  const manager = await makeSignedIn(test)
  const { id: workspaceId, instanceUrl } = await makeWorkspace(test.database, manager.user)
  const userId = manager.user.id
  callers.manageToken = {
    as: await bearer({ ...manage, userId, workspaceId }),
    userId,
    workspaceId,
    instanceUrl,
  }
  for (const name of ['quarantined', 'suspended', 'unverified'] as const) {
    const { user } = await makeSignedIn(test, states[name])
    await addMember(test.database, workspace, user, 'EDITOR')
    callers[`${name}PersonsToken`] = caller(
      await bearer({ ...ofOwner, userId: user.id, kind: 'instance' }),
      user.id,
    )
  }
  const former = await makeSignedIn(test)
  callers.formerMembersToken = caller(await bearer({ ...ofOwner, userId: former.user.id }), former.user.id)
  return callers
}

async function callersOfPausedWorkspaces({ test }: Setting): Promise<Record<string, MatrixCaller>> {
  const callers: Record<string, MatrixCaller> = {}
  for (const [name, values] of Object.entries({
    quarantinedWorkspace: { quarantinedAt: past },
    deletedWorkspace: { deletedAt: past },
  })) {
    const { user, session, sessionId } = await makeSignedIn(test)
    const { id: workspaceId, instanceUrl } = await makeWorkspace(test.database, user)
    await test.database.orm.update(workspaces).set(values).where(eq(workspaces.id, workspaceId))
    const at = { userId: user.id, workspaceId, instanceUrl }
    callers[`${name}Session`] = { as: { session }, sessionId, ...at }
    const { token } = await issueToken(test, { userId: user.id, workspaceId, kind: 'instance' })
    callers[`${name}Token`] = { as: { bearer: token }, ...at }
  }
  return callers
}

/** Makes every caller of `callerNames`. */
export async function makeCallers(test: TestApp): Promise<Record<CallerName, MatrixCaller>> {
  const owner = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user)
  const at = { userId: owner.user.id, workspaceId: workspace.id, instanceUrl: workspace.instanceUrl }
  const setting = { test, workspace, owner: owner.user }
  return {
    nobody: { as: {}, ...at },
    ...(await sessionCallers(setting)),
    ...(await tokenCallers(setting)),
    ...(await callersOfPausedWorkspaces(setting)),
    owner: { as: { session: owner.session }, sessionId: owner.sessionId, ...at },
  } as Record<CallerName, MatrixCaller>
}
