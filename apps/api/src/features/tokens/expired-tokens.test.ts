/** Pipelines and workspace instances leave any number of expired tokens behind. */
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { isNotNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { authTokens } from './token-table.ts'

const test = useTestApp()

const acts: Record<string, { act: (team: Team) => Promise<{ status: number }>; ends: string[] }> = {
  'deleting the workspace': {
    act: ({ params, owner }) => test.send(workspaces.delete, { params }, owner),
    ends: ['api', 'instance'],
  },
  'removing the member': {
    act: ({ params, owner, editor }) =>
      test.send(members.remove, { params, body: { email: editor.user.email } }, owner),
    ends: ['api', 'instance'],
  },
  "changing the workspace's URL": {
    act: ({ params, owner }) =>
      test.send(
        workspaces.update,
        { params, body: { displayName: 'Moved', instanceUrl: 'https://new.example.com', description: null } },
        owner,
      ),
    ends: ['instance'],
  },
  'signing out': {
    act: ({ editor }) => test.send(sessions.end, {}, editor),
    ends: ['instance'],
  },
  'ending all other sessions': {
    act: async ({ editor }) => {
      const { token: session } = await makeSession(test.database, editor.user)
      return test.send(sessions.endOthers, { params: { userId: editor.user.id } }, { session })
    },
    ends: ['instance'],
  },
  'deleting the account': {
    act: ({ editor }) =>
      test.send(
        myData.deleteAccount,
        { params: { userId: editor.user.id }, body: { confirmation: editor.user.email } },
        editor,
      ),
    ends: ['api', 'instance'],
  },
  'ending all sessions as staff': {
    act: async ({ editor }) => {
      const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
      const body = { reason: 'Stolen laptop' }
      return test.send(staffAccounts.endSessions, { params: { userId: editor.user.id }, body }, staff)
    },
    ends: ['instance'],
  },
}

it.each(Object.keys(acts))('%s revokes the active tokens and rewrites no expired one', async (name) => {
  const team = await makeTeam(test)
  const { user, sessionId } = team.editor
  const facts = { userId: user.id, workspaceId: team.workspace.id }
  const expiresAt = new Date(test.now().getTime() - 1)
  for (const token of [
    { ...facts, kind: 'api', name: 'api' },
    { ...facts, kind: 'instance', name: 'instance', sessionId },
  ] as const) {
    await issueToken(test, token)
    await issueToken(test, { ...token, name: 'expired', expiresAt })
  }
  const { act, ends } = acts[name] as (typeof acts)[string]
  expect((await act(team)).status).toBeLessThan(300)
  const revoked = await test.database.orm
    .select({ name: authTokens.name })
    .from(authTokens)
    .where(isNotNull(authTokens.revokedAt))
  expect(revoked.map((token) => token.name).sort()).toEqual(ends)
})
