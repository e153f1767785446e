/** Mails to the owner about what happens in their workspace. */
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { JobData } from '../../jobs/jobs.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeTeam } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'
import { mailNewCredentials } from '../tokens/credential-notice-actions.ts'

const test = useTestApp()
const body = { name: 'Deploy', expiration: '1d' }
const ownersMails = () => test.jobs.mailsTo('owner@example.com')

it('A new API token is mailed to the owner, with its creator and a link to the API tokens', async () => {
  const { owner, editor, params } = await makeTeam(test)
  await test.send(tokens.create, { params, body }, editor)
  await test.send(tokens.create, { params, body: { ...body, name: 'Own' } }, owner)
  const [others, own, ...more] = ownersMails()
  expect(others?.subject).toMatch(/^New API token in the workspace/)
  expect(others?.text).toMatch(/editor@.*created an API token named “Deploy”/)
  expect(others?.text).toContain('revoke it in the API tokens section of the workspace')
  expect(others?.text).toContain(`/workspace/${params.workspaceId}/tokens`)
  expect(own?.text).toContain('You created an API token named “Own”')
  expect(more).toEqual([])
})

it('A new service account is mailed to the owner, with its creator and a link to the service accounts', async () => {
  const { approver, params } = await makeTeam(test)
  await test.send(serviceAccounts.create, { params, body: { name: 'Pipeline' } }, approver)
  const [mail] = ownersMails()
  expect(mail?.subject).toMatch(/^New service account in the workspace/)
  expect(mail?.text).toContain('created a service account named “Pipeline”')
  expect(mail?.text).toContain('disable it in the Service accounts section of the workspace')
  expect(mail?.text).toContain(`/workspace/${params.workspaceId}/service-accounts`)
})

it('More new API tokens than the limit for one address are mailed together ten minutes later', async () => {
  const { editor, params } = await makeTeam(test)
  for (let made = 0; made < 7; made += 1)
    expect((await test.send(tokens.create, { params, body }, editor)).status).toBe(200)
  expect(ownersMails()).toHaveLength(5)
  const jobs = test.jobs.sent.filter((job) => job.name === 'workspaces.mail-credentials')
  expect(jobs.map(({ delay }) => delay)).toEqual(Array(2).fill({ seconds: 600, key: params.workspaceId }))
  await mailNewCredentials(test.services, jobs[0]?.data as JobData['workspaces.mail-credentials'])
  expect(ownersMails()[5]?.text).toContain(
    '7 API tokens and 0 service accounts were created within a few minutes',
  )
})

it('No later mail is sent without new credentials, or to an owner without a verified address', async () => {
  const { owner, editor, params } = await makeTeam(test)
  const mailSince = (from: string) =>
    mailNewCredentials(test.services, { workspaceId: params.workspaceId, from })
  const start = test.now().toISOString()
  await mailSince(start)
  expect(ownersMails()).toEqual([])
  await test.send(tokens.create, { params, body }, editor)
  await test.database.orm.update(users).set({ emailVerified: false }).where(eq(users.id, owner.user.id))
  await mailSince(start)
  expect(ownersMails()).toHaveLength(1)
  await test.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, owner.user.id))
  await test.send(serviceAccounts.create, { params, body: { name: 'Pipeline' } }, owner)
  await mailSince(start)
  expect(ownersMails().at(-1)?.text).toContain('1 API token and 1 service account were')
})

it('A deleted workspace is mailed even after the limit for one address is used up', async () => {
  const { owner, params } = await makeTeam(test)
  for (let made = 0; made < 6; made += 1) await test.send(tokens.create, { params, body }, owner)
  await test.send(workspaces.delete, { params }, owner)
  expect(ownersMails().at(-1)?.subject).toMatch(/has been deleted$/)
})

it('A refused token is not mailed', async () => {
  const { editor, params } = await makeTeam(test)
  await test.send(tokens.create, { params, body: { ...body, expiration: '0d' } }, editor)
  expect(test.jobs.sent).toEqual([])
})

it('An owner without a verified address gets no mail', async () => {
  const { owner, editor, params } = await makeTeam(test)
  await test.database.orm.update(users).set({ emailVerified: false }).where(eq(users.id, owner.user.id))
  await test.send(tokens.create, { params, body }, editor)
  expect(ownersMails()).toEqual([])
})

it('A deleted workspace is mailed to its owner', async () => {
  const { owner, params, workspace } = await makeTeam(test)
  await test.send(workspaces.delete, { params }, owner)
  const [mail] = ownersMails()
  expect(mail?.subject).toContain(workspace.displayName)
  expect(mail?.text).toContain('You can restore it on your workspaces page for 30 days.')
})
