/**
 * What each credential may call, as the platform relies on it. See docs/product/access.md#credentials. The lists are written by hand:
 * a call that is missing in a list must be refused, so that a new call is never opened to a credential by mistake.
 */
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { siCliClientId } from '@portal/contract/oauth/oauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSession } from '../testing/factories.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { issueToken } from '../testing/issue-token.ts'
import { truncateAll } from '../testing/open-test-database.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const readsOfTokens = [
  'account.whoami',
  'members.list',
  'workspaces.list',
  'workspaces.read',
  'workspaces.readByToken',
]

const ofInstances = [
  ...readsOfTokens,
  'account.dismissFirstTimeModal',
  'account.firstTimeModal',
  'handoff.authReconnect',
  'sessions.end',
]

const ofApiTokens = [...readsOfTokens, 'events.list']

const ofManagers = [
  ...ofApiTokens,
  'invitations.link',
  'invitations.resend',
  'invitations.withdraw',
  'members.changeRole',
  'members.invite',
  'members.leave',
  'members.leaveByDelete',
  'members.remove',
  'workspaces.create',
  'workspaces.delete',
  'workspaces.setApprovals',
  'workspaces.update',
]

/** What a portal session may call and a command-line session may not, without the calls of staff. */
const closedToCommandLines = [
  'billing.activeSubscription',
  'billing.checkout',
  'billing.createIntegration',
  'billing.hasDetails',
  'billing.listInvoices',
  'billing.overview',
  'billing.portal',
  'billing.readDetails',
  'billing.saveDetails',
  'cliSignIns.approve',
  'cliSignIns.approveLocal',
  'cliSignIns.deny',
  'cliSignIns.read',
  'myData.deleteAccount',
  'myData.download',
  'ownership.accept',
  'ownership.decline',
  'ownership.mine',
  'ownership.offer',
  'ownership.withdraw',
  'sessions.approveIdentity',
  'sessions.endOne',
  'sessions.endOthers',
  'sessions.identities',
  'sessions.removeIdentity',
]

/** Calls that require a credential, and don't navigate a browser. */
const guarded: Endpoint[] = calls.filter(
  ({ access, success }) => access.credentials.length > 0 && success.status !== 302,
)

/** Returns the calls that don't refuse the credential itself, without regard to what else they check. */
async function listOpenTo(credential: () => Promise<string>, among = guarded): Promise<string[]> {
  const open: string[] = []
  for (const call of among) {
    // A new one each time, because some of the calls end it.
    const headers = { authorization: `Bearer ${await credential()}` }
    const response = await callAt(test, scene, call, { headers })
    const isRefused =
      response.statusCode === 403 && /token may not|Command-line sessions may/.test(response.body)
    if (!isRefused) open.push(call.name)
    scene = response.statusCode < 400 && call.method !== 'GET' ? await renew() : scene
  }
  return open.sort()
}

async function renew() {
  await truncateAll(test.database)
  return makeScene(test)
}

const token = (facts: { kind: 'instance' | 'api'; permission?: 'manage' }) => async () => {
  const of = { userId: scene.owner.user.id, workspaceId: scene.workspace.id, ...facts }
  return (await issueToken(test, of)).token
}

async function commandLineToken(): Promise<string> {
  const accessExpiresAt = new Date(test.now().getTime() + 3_600_000)
  const session = { clientId: siCliClientId, accessExpiresAt }
  return (await makeSession(test.database, scene.owner.user, session)).token
}

describe('the calls that a credential may make', () => {
  it('are reads of one workspace, its modal and its sign-out for an instance token', async () => {
    expect(await listOpenTo(token({ kind: 'instance' }))).toEqual(ofInstances.toSorted())
  })

  it('are reads of one workspace for an API token that reads', async () => {
    expect(await listOpenTo(token({ kind: 'api' }))).toEqual(ofApiTokens.toSorted())
  })

  it('are also the changes of one workspace for an API token that manages', async () => {
    expect(await listOpenTo(token({ kind: 'api', permission: 'manage' }))).toEqual(ofManagers.toSorted())
  })

  it('are those of a portal session for a command-line session, except the closed ones and those of staff', async () => {
    const ofSessions = guarded.filter(({ access }) => access.credentials.includes('session'))
    const open = await listOpenTo(commandLineToken, ofSessions)
    const expected = ofSessions
      .filter(({ name, access }) => !access.staff && !closedToCommandLines.includes(name))
      .map(({ name }) => name)
    expect(open).toEqual(expected.sort())
  })
})
