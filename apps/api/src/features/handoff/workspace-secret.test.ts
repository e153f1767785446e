/** The secret of a workspace is sealed at rest, and changes when its instance or owner does. */
import { handoff } from '@portal/contract/handoff/handoff'
import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam } from '../../testing/make-team.ts'
import { workspaces as table } from '../workspaces/workspace-table.ts'
import { plainSecrets } from './handoff-store.ts'
import { readWorkspaceSecret, sealPlainSecrets } from './workspace-secret-actions.ts'

const test = useTestApp()

/** Opens the workspace and returns the secret that its instance receives. */
async function secretSent({ session }: Pick<SignedIn, 'session'>, workspaceId: string): Promise<string> {
  const opened = await test.app.inject({
    url: `/workspaces/${workspaceId}/go`,
    headers: test.headersOf({ session }),
  })
  const code = new URL(String(opened.headers.location)).searchParams.get('code') ?? ''
  return (await test.send(handoff.completeAuthConnect, { body: { code } })).body.workspace.token
}

async function stored(workspaceId: string): Promise<string> {
  const [row] = await test.database.orm.select().from(table).where(eq(table.id, workspaceId))
  return row?.token ?? ''
}

it('A workspace gets its secret when it is first opened and keeps it, and the database only has the sealed secret', async () => {
  const me = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, me.user, { token: '' })
  const secret = await secretSent(me, workspace.id)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await secretSent(me, workspace.id)).toBe(secret)
  expect(await stored(workspace.id)).toMatch(/^sealed:/)
  expect(await stored(workspace.id)).not.toContain(secret)
})

it('A secret that an earlier release stored in plain text is kept, and sealed when the workspace is opened or by the upkeep', async () => {
  const me = await makeSignedIn(test)
  for (const seal of [
    (id: string) => secretSent(me, id),
    () => sealPlainSecrets(test.services, test.database.orm, 10),
  ]) {
    const { id, token } = await makeWorkspace(test.database, me.user)
    await seal(id)
    expect(await stored(id)).toMatch(/^sealed:/)
    expect(await secretSent(me, id)).toBe(token)
  }
  expect(await sealPlainSecrets(test.services, test.database.orm, 10)).toBe(0)
})

it('The upkeep finds plain secrets in their index, without a scan of all workspaces', async () => {
  const plan = await test.database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const result = await tx.execute(sql`explain ${plainSecrets(tx, 500).getSQL()}`)
    return JSON.stringify((result as unknown as { rows: unknown[] }).rows)
  })
  expect(plan).toContain('workspaces_plain_secret')
})

it('Concurrent first openings send the same secret', async () => {
  const me = await makeSignedIn(test)
  const { id } = await makeWorkspace(test.database, me.user, { token: '' })
  const read = () => readWorkspaceSecret(test.services, test.database.orm, { id, token: '' })
  expect(new Set(await Promise.all([read(), read(), read()])).size).toBe(1)
})

it('A secret that was sealed with another signing key is replaced', async () => {
  const me = await makeSignedIn(test)
  const { id } = await makeWorkspace(test.database, me.user, { token: '' })
  const other = { keys: { ...test.services.keys, sealingSecret: 'another' } }
  const before = await readWorkspaceSecret(other, test.database.orm, { id, token: '' })
  const after = await secretSent(me, id)
  expect(after).not.toBe(before)
  expect(await secretSent(me, id)).toBe(after)
})

it('The secret changes when the workspace gets a new instance or owner, or is restored after a deletion', async () => {
  const { owner, editor, workspace, params } = await makeTeam(test)
  const secrets = [await secretSent(owner, workspace.id)]
  const instanceUrl = test.config.MANAGED_INSTANCE_URL
  await test.send(workspaces.update, { params, body: { instanceUrl } }, owner)
  secrets.push(await secretSent(owner, workspace.id))
  await test.send(workspaces.update, { params, body: { displayName: 'Same instance' } }, owner)
  expect(await secretSent(owner, workspace.id)).toBe(secrets[1])
  await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
  await test.send(ownership.accept, { params }, editor)
  secrets.push(await secretSent(editor, workspace.id))
  await test.send(workspaces.delete, { params }, editor)
  await test.send(workspaces.restore, { params }, editor)
  secrets.push(await secretSent(editor, workspace.id))
  expect(new Set(secrets).size).toBe(4)
})
