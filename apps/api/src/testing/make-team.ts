/** Creates a workspace with a signed-in owner, approver and editor, for tests of members. */
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import type { TestApp } from './build-test-app.ts'
import { addMember, makeWorkspace, type WorkspaceRow } from './factories.ts'
import { makeSignedIn, type SignedIn } from './make-signed-in.ts'

export interface Team {
  owner: SignedIn
  approver: SignedIn
  editor: SignedIn
  workspace: WorkspaceRow
  /** The path parameters. */
  params: { workspaceId: string }
}

export async function makeTeam(
  test: TestApp,
  values: Parameters<typeof makeWorkspace>[2] = {},
): Promise<Team> {
  const owner = await makeSignedIn(test, { email: 'owner@example.com', firstName: 'Olga', lastName: 'Owner' })
  const approver = await makeSignedIn(test, { email: 'approver@example.com' })
  const editor = await makeSignedIn(test, { email: 'editor@example.com' })
  const workspace = await makeWorkspace(test.database, owner.user, values)
  await addMember(test.database, workspace, approver.user, 'APPROVER')
  await addMember(test.database, workspace, editor.user, 'EDITOR')
  return { owner, approver, editor, workspace, params: { workspaceId: workspace.id } }
}

/** Invites an address and returns the invitation's id. */
export async function invite(
  test: TestApp,
  { params, owner }: Pick<Team, 'params' | 'owner'>,
  email: string,
  role?: 'EDITOR' | 'APPROVER',
): Promise<string> {
  const { body } = await test.send(members.invite, { params, body: { email, role } }, owner)
  const invited = body.find((member) => member.email === email)
  if (!invited?.invitation) throw new Error(`${email} was not invited`)
  return invited.invitation.id
}

/** Invites a user and accepts the invitation as that user. */
export async function join(test: TestApp, team: Pick<Team, 'params' | 'owner'>, person: SignedIn) {
  const invitationId = await invite(test, team, person.user.email)
  return test.send(invitations.accept, { params: { invitationId } }, person)
}

/** Returns the code in the newest mail to an address. */
export function mailedCode(test: TestApp, address: string): string {
  const text = test.jobs.mailsTo(address).at(-1)?.text ?? ''
  return /\/invitation\/([\w-]+)/.exec(text)?.[1] ?? ''
}
