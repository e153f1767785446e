import { staffProduction } from '@portal/contract/staff/production/production'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { requestRecord } from '../../lib/request/request-record.ts'
import { person } from '../../testing/people.ts'
import { renderAdmin } from '../../testing/staff.ts'

const newWorkspace = {
  id: '01JWORKSPACE000000000PROD1',
  displayName: "ada's Production Workspace",
  instanceUrl: 'https://app.systeminit.com',
  isDefault: true,
  creatorUserId: person().id,
}

async function open() {
  const app = await renderAdmin()
  const section = app.screen.getByRole('region', { name: 'Create a production workspace' })
  return {
    ...app,
    section,
    email: section.getByLabelText('User email'),
    userId: section.getByLabelText('User id'),
    byEmail: section.getByRole('button', { name: 'Create by user email' }),
    byUserId: section.getByRole('button', { name: 'Create by user id' }),
  }
}

it('Create production workspace creates a workspace by email and links to it', async () => {
  const { section, api, email, byEmail } = await open()
  await expect.element(byEmail).toBeDisabled()
  api.reply(staffProduction.setup, { newWorkspace })
  await email.fill(' ada@example.com ')
  await byEmail.click()
  await expect.element(section.getByRole('button', { name: 'Success!' })).toBeVisible()
  await expect.element(section.getByText("“ada's Production Workspace” is created")).toBeVisible()
  await expect
    .element(section.getByRole('link', { name: 'View workspace' }))
    .toHaveAttribute('href', `/workspace-admin/workspaces/${newWorkspace.id}`)
  expect(api.requests(staffProduction.setup)[0]?.body).toMatchObject({ userEmail: 'ada@example.com' })
  expect(requestRecord('SETUP_PRODUCTION_WORKSPACE%ada@example.com')).toBeDefined()
})

it('Create production workspace creates a workspace by user id', async () => {
  const { section, api, userId, byUserId } = await open()
  await expect.element(byUserId).toBeDisabled()
  api.reply(staffProduction.setupByUserId, { newWorkspace })
  await userId.fill(person().id)
  await byUserId.click()
  await expect.element(section.getByText("“ada's Production Workspace” is created")).toBeVisible()
  expect(api.requests(staffProduction.setupByUserId)[0]?.body).toMatchObject({ userId: person().id })
  expect(requestRecord(`SETUP_PRODUCTION_WORKSPACE_BY_USER_ID%${person().id}`)).toBeDefined()
})

it('Create production workspace offers the accounts that share an email, and uses the chosen one', async () => {
  const { section, api, email, byEmail } = await open()
  api.refuse(staffProduction.setup, 'Conflict', {
    choices: [
      { id: 'U1', email: 'ada@example.com', auth0Id: 'auth0|1' },
      { id: 'U2', email: 'ada@example.com', auth0Id: null },
    ],
  })
  await email.fill('ada@example.com')
  await byEmail.click()
  const choices = section.getByRole('list', { name: 'Accounts to choose from' })
  await expect.element(choices.getByRole('listitem').first()).toMatchTextContent(/auth0.*U1/)
  await expect.element(choices.getByRole('listitem').last()).toMatchTextContent(/no sign-in yet.*U2/)
  api.reply(staffProduction.setupByUserId, { newWorkspace })
  await choices.getByRole('button', { name: 'Create for this account (U2)' }).click()
  await expect.element(section.getByText("“ada's Production Workspace” is created")).toBeVisible()
  expect(api.requests(staffProduction.setupByUserId)[0]?.body).toMatchObject({ userId: 'U2' })
  expect(choices.query()).toBeNull()
})

it('Create production workspace shows in the section that the email or id is unknown', async () => {
  const { section, api, email, byEmail, userId, byUserId } = await open()
  api.refuse(staffProduction.setup, 'NotFound', { message: 'No account has this address' })
  await email.fill('nobody@example.com')
  await byEmail.click()
  await expect.element(section.getByText('No account has this address')).toBeVisible()
  api.refuse(staffProduction.setupByUserId, 'NotFound', { message: 'No account has this id' })
  await userId.fill('nobody')
  await byUserId.click()
  await expect.element(section.getByText('No account has this id')).toBeVisible()
  expect(section.getByText('No account has this address').query()).toBeNull()
})

it('Create production workspace accepts at most 500 characters, and shows the limit on blur', async () => {
  const { section, email, byEmail, userId, byUserId } = await open()
  await email.fill('x'.repeat(501))
  await expect.element(byEmail).toBeDisabled()
  await userId.fill('x'.repeat(501))
  await expect.element(byUserId).toBeDisabled()
  const tooLong = section.getByText('Your input cannot be more than 500 characters long.')
  // The focus moved from the first field to the second and is still there.
  await expect.element(tooLong).toBeVisible()
  expect(tooLong.all()).toHaveLength(1)
  await userEvent.tab()
  await expect.poll(() => tooLong.all().length).toBe(2)
  await userId.fill('x'.repeat(500))
  await expect.element(byUserId).toBeEnabled()
})
