/** The setup of the security tests: one of every kind of object that a call can name, with different owners. */
import { dayMs } from '@portal/contract/durations'
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { ulid } from 'ulid'
import { hashOf, newSecret } from '../crypto/secrets.ts'
import { invitationCodes, workspaceInvitations } from '../features/invitations/invitation-table.ts'
import type { As, TestApp } from './build-test-app.ts'
import { addMember, makeWorkspace, type WorkspaceRow } from './factories.ts'
import { issueToken } from './issue-token.ts'
import { makeSignedIn, type SignedIn } from './make-signed-in.ts'
import { sampleInput } from './sample-input.ts'

export interface Scene {
  owner: SignedIn
  editor: SignedIn
  stranger: SignedIn
  staff: SignedIn
  /** The owner's workspace, of which the editor is a member. */
  workspace: WorkspaceRow
  apiToken: { id: string; token: string }
  instanceToken: { id: string; token: string }
  /** The stranger's invitation to the workspace. */
  invitation: { id: string; code: string }
  /** Returns the path of any call for the user, with the ids of this scene and the given ids. */
  path: (call: Endpoint, person?: SignedIn, ids?: Record<string, string>) => string
}

async function makeInvitation(test: TestApp, workspace: WorkspaceRow, owner: SignedIn, invited: SignedIn) {
  const { orm } = test.database
  const id = ulid()
  const code = newSecret()
  const at = test.now()
  await orm.insert(workspaceInvitations).values({
    id,
    workspaceId: workspace.id,
    email: invited.user.email,
    emailKey: invited.user.emailKey,
    role: 'EDITOR',
    invitedByUserId: owner.user.id,
    createdAt: at,
    sentAt: at,
    expiresAt: new Date(at.getTime() + dayMs),
  })
  await orm.insert(invitationCodes).values({ codeHash: hashOf(code), invitationId: id, createdAt: at })
  return { id, code }
}

export async function makeScene(test: TestApp): Promise<Scene> {
  const owner = await makeSignedIn(test, { email: 'owner@example.com' })
  const editor = await makeSignedIn(test, { email: 'editor@example.com' })
  const stranger = await makeSignedIn(test, { email: 'stranger@example.com' })
  const staff = await makeSignedIn(test, { email: 'somebody@systeminit.com' })
  for (const { user } of [owner, editor, stranger, staff])
    test.identity.add({ subject: user.auth0Id ?? '', email: user.email })
  const workspace = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, workspace, editor.user, 'EDITOR')
  const facts = { userId: owner.user.id, workspaceId: workspace.id }
  const apiToken = await issueToken(test, { ...facts, kind: 'api' })
  const instanceToken = await issueToken(test, { ...facts, kind: 'instance' })
  const invitation = await makeInvitation(test, workspace, owner, stranger)
  const path: Scene['path'] = (call, person = owner, ids = {}) => {
    const names: Record<string, string> = {
      userId: person.user.id,
      sessionId: person.sessionId,
      workspaceId: workspace.id,
      tokenId: apiToken.id,
      invitationId: invitation.id,
      code: invitation.code,
      ...ids,
    }
    return pathOf(call, { ...Object.fromEntries(parameters(call).map((name) => [name, 'none'])), ...names })
  }
  return { owner, editor, stranger, staff, workspace, apiToken, instanceToken, invitation, path }
}

const parameters = (call: Endpoint) => [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

export interface CallOptions {
  as?: As
  person?: SignedIn
  /** Ids in the path that the scene has no object for. */
  ids?: Record<string, string>
  body?: unknown
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** Sends any call in the scene, with a valid body by default. */
export function callAt(test: TestApp, scene: Scene, call: Endpoint, options: CallOptions = {}) {
  const { as = {}, person, ids, body = sampleInput(call, 'body'), query, headers = {} } = options
  return test.app.inject({
    method: call.method,
    url: scene.path(call, person, ids),
    headers: { ...test.headersOf(as), ...headers },
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { payload: body as object }),
  })
}
