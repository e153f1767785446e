import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  type Account,
  acceptTerms,
  fillSignIn,
  linkIn,
  makeAccount,
  makeWorkspaceByCall,
  newAccount,
  readMail,
  saveFirstProfile,
  type WorkspaceType,
} from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'
import { findsRemoteInstance, remoteUrl } from './remote-instance.ts'

test.use(findsRemoteInstance)

// Two or three users sign up in each test.
test.describe.configure({ timeout: 180_000 })

const problems: string[] = []

test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  expect(problems.splice(0)).toEqual([])
})

/** Opens a page in a separate browser context. Console errors fail the test, except for refused requests. */
async function newBrowser(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /Failed to load resource|^\w+\.\w+ failed: /.test(message.text()))
      return
    problems.push(message.text())
  })
  return page
}

interface Person {
  page: Page
  email: string
  account: Account
}

/** Signs in a user with a complete profile in a separate browser context, without opening a page. */
async function newPerson(browser: Browser, nickname: string): Promise<Person> {
  const page = await newBrowser(browser)
  const account = await makeAccount()
  await enterByCalls(page, account, nickname)
  return { page, account, email: account.email }
}

async function newOwner(browser: Browser, type: WorkspaceType = 'Local Dev Instance', url?: string) {
  const owner = await newPerson(browser, 'ada')
  const id = await makeWorkspaceByCall(owner.page, { name: 'Production', type, url })
  const settings = `/workspace/${id}`
  const membersPage = `${settings}/members`
  await owner.page.goto(membersPage)
  return { ...owner, id, settings, membersPage }
}

async function invite(page: Page, email: string) {
  await page.getByLabel('User Email to Grant Workspace Access').fill(email)
  await page.getByRole('button', { name: 'Add User To Workspace' }).click()
  await expect(
    page.getByText(
      `we have notified ${email} that you invited them to collaborate on this workspace. They get access with the role Collaborator once they accept the invitation, which expires in 14 days.`,
    ),
  ).toBeVisible()
}

const rowOf = (page: Page, email: string) =>
  page.getByRole('grid', { name: 'Members' }).getByRole('row').filter({ hasText: email })

async function acceptOnWorkspaces({ page }: Person) {
  await page.goto('/workspaces')
  await page.getByRole('button', { name: 'Accept the invitation to Production' }).click()
  await expect(page.getByText('You are now a member of Production')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Production' })).toBeVisible()
}

test('member is invited by mail, accepts, changes role and is removed', async ({ browser }) => {
  const owner = await newOwner(browser, 'Remote URL', remoteUrl)
  const grace = await newPerson(browser, 'grace')
  await invite(owner.page, grace.email)
  await expect(rowOf(owner.page, grace.email)).toContainText('Invited')
  await expect(rowOf(owner.page, grace.email)).toContainText('Collaborator')

  await grace.page.goto('/workspaces')
  await expect(grace.page.getByRole('link', { name: 'Production' })).toBeHidden()
  await grace.page.goto(linkIn(await readMail(grace.email)))
  await expect(grace.page.getByRole('heading', { name: 'Join Production' })).toBeVisible()
  await grace.page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(grace.page.getByRole('link', { name: 'Production' })).toBeVisible()
  await grace.page.goto(owner.membersPage)
  await expect(grace.page.getByRole('button', { name: 'Add User To Workspace' })).toHaveAccessibleDescription(
    'Only owners and approvers can invite members',
  )

  await owner.page.reload()
  await rowOf(owner.page, grace.email)
    .getByRole('button', { name: /Role of/ })
    .click()
  await owner.page.getByRole('option', { name: 'Approver' }).click()
  const refreshed = new RegExp(`^${remoteUrl}/refresh-auth\\?workspaceId=${owner.id}`)
  await expect(owner.page).toHaveURL(refreshed)
  await grace.page.reload()
  await expect(
    grace.page.getByRole('button', { name: 'Add User To Workspace' }),
  ).not.toHaveAccessibleDescription(/.+/)

  await owner.page.goto(owner.membersPage)
  await owner.page.getByRole('button', { name: `Remove ${grace.email}` }).click()
  const dialog = owner.page.getByRole('alertdialog')
  await expect(dialog).toContainText('This member has no API tokens or active sessions in this workspace.')
  await dialog.getByRole('button', { name: 'Remove User' }).click()
  await expect(owner.page).toHaveURL(refreshed)
  await owner.page.goto(owner.membersPage)
  await expect(rowOf(owner.page, owner.email)).toBeVisible()
  await expect(rowOf(owner.page, grace.email)).toBeHidden()
  await grace.page.goto(owner.settings)
  await expect(
    grace.page.getByRole('heading', { name: 'You are not a member of this workspace' }),
  ).toBeVisible()
})

test('invitee without an account follows the mail through sign-up and verification to the workspace', async ({
  browser,
}) => {
  const owner = await newOwner(browser)
  const account = newAccount()
  await invite(owner.page, account.email)
  const mail = await readMail(account.email)

  const page = await newBrowser(browser)
  await page.goto(linkIn(mail))
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await acceptTerms(page)
  await saveFirstProfile(page, 'newcomer')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(page.getByText('Production')).toBeHidden()

  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'Verify your email address first' })).toBeVisible()
  await expect(async () => expect((await readMail(account.email)).id).not.toBe(mail.id)).toPass()
  const inbox = await page.context().newPage()
  await inbox.goto(linkIn(await readMail(account.email)))
  await inbox.close()
  await page.getByRole('button', { name: 'Already verified?' }).click()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('link', { name: 'Production' })).toBeVisible()
})

test('invitation survives an account switch', { tag: '@long' }, async ({ browser }) => {
  const owner = await newOwner(browser)
  const invited = await makeAccount()
  await invite(owner.page, invited.email)
  const { page, email } = await newPerson(browser, 'bob')
  await page.goto(linkIn(await readMail(invited.email)))
  await expect(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    `This invitation is for e•••@e•••.com. You are signed in as ${email}`,
  )
  await page.getByRole('button', { name: 'Sign out and switch account' }).click()
  await fillSignIn(page, invited)
  await acceptTerms(page)
  await saveFirstProfile(page, 'carol')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('link', { name: 'Production' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
})

test('owner resends, copies the link of and withdraws an invitation', { tag: '@long' }, async ({
  browser,
}) => {
  const owner = await newOwner(browser)
  const grace = await newPerson(browser, 'grace')
  const { page } = owner
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await invite(page, grace.email)
  const first = await readMail(grace.email)
  await page.getByRole('button', { name: `More actions for ${grace.email}` }).click()
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
  await expect(async () => expect((await readMail(grace.email)).id).not.toBe(first.id)).toPass()

  await page.getByRole('button', { name: `More actions for ${grace.email}` }).click()
  await page.getByRole('menuitem', { name: 'Get a link' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('dialog').getByText('Close').last().click()
  for (const url of [link, linkIn(first), linkIn(await readMail(grace.email))]) {
    await grace.page.goto(url)
    await expect(grace.page.getByRole('heading', { name: 'Join Production' })).toBeVisible()
  }

  await page.getByRole('button', { name: `Withdraw the invitation to ${grace.email}` }).click()
  await page.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(rowOf(page, grace.email)).toBeHidden()
  await grace.page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(grace.page.getByRole('alert')).toBeVisible()
  await grace.page.goto(link)
  await expect(grace.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
})

test('owner changes the role of an invitation before and after the invitee opens it', {
  tag: '@long',
}, async ({ browser }) => {
  const owner = await newOwner(browser, 'Remote URL', remoteUrl)
  const [grace, linus] = [await newPerson(browser, 'grace'), await makeAccount()]
  await invite(owner.page, linus.email)
  await invite(owner.page, grace.email)
  const choice = rowOf(owner.page, grace.email).getByRole('button', { name: /Role of/ })
  await choice.click()
  await owner.page.getByRole('option', { name: 'Approver' }).click()
  await expect(owner.page.getByText(`${grace.email} is now invited with the role Approver`)).toBeVisible()
  await expect(owner.page).toHaveURL(new RegExp(`${owner.membersPage}$`))
  await expect(rowOf(owner.page, linus.email)).toContainText('Collaborator')

  await owner.page.reload()
  await expect(choice).toContainText('Approver')
  await owner.page.getByRole('link', { name: 'Activity' }).click()
  await expect(owner.page.getByRole('grid', { name: 'Activity' })).toContainText(
    `${grace.email}: Collaborator → Approver`,
  )
  await acceptOnWorkspaces(grace)
  await grace.page.goto(owner.membersPage)
  await expect(
    grace.page.getByRole('button', { name: 'Add User To Workspace' }),
  ).not.toHaveAccessibleDescription(/.+/)
})

test('ownership transfers through an offer, appears in the activity log, and lets the former owner leave', async ({
  browser,
}) => {
  const owner = await newOwner(browser)
  const grace = await newPerson(browser, 'grace')
  await invite(owner.page, grace.email)
  await acceptOnWorkspaces(grace)

  await owner.page.reload()
  const offer = async () => {
    await owner.page.getByRole('button', { name: `More actions for ${grace.email}` }).click()
    await owner.page.getByRole('menuitem', { name: 'Offer ownership' }).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }).click()
    await expect(owner.page.getByText('You offered ownership to Ada Lovelace')).toBeVisible()
  }
  await offer()
  await owner.page.getByRole('button', { name: 'Withdraw offer' }).click()
  await expect(owner.page.getByText('Ownership offer withdrawn')).toBeVisible()
  await offer()
  await grace.page.goto('/workspaces')
  await grace.page.getByRole('button', { name: 'Decline the ownership of Production' }).click()
  await expect(grace.page.getByText('You declined ownership of Production')).toBeVisible()
  await owner.page.reload()
  await offer()
  await grace.page.goto(owner.settings)
  await grace.page.getByRole('button', { name: 'Accept the ownership of Production' }).click()
  await expect(grace.page.getByText('You are now the owner of Production')).toBeVisible()
  await grace.page.getByRole('link', { name: 'Members' }).click()
  await expect(rowOf(grace.page, grace.email)).toContainText('Owner')
  await expect(rowOf(grace.page, owner.email).getByRole('button', { name: /Approver/ })).toBeVisible()

  await grace.page.getByRole('link', { name: 'Activity' }).click()
  const log = grace.page.getByRole('grid', { name: 'Activity' })
  await expect(log).toContainText('Accepted ownership')
  await grace.page.getByRole('searchbox', { name: 'Search activity...' }).fill(owner.email)
  await grace.page.getByRole('button', { name: /All events/ }).click()
  await grace.page.getByRole('option', { name: 'Invited a member' }).click()
  await expect(log.getByRole('rowheader')).toHaveCount(1)
  await expect(log).toContainText(grace.email)
  const download = grace.page.waitForEvent('download')
  await grace.page.getByRole('button', { name: 'Download CSV' }).click()
  const path = await (await download).path()
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"member.invited","Ada","Lovelace","${owner.email}","${grace.email}"`)

  await owner.page.reload()
  await expect(owner.page.getByRole('button', { name: 'Leave workspace' })).toBeVisible()
  await expect(owner.page.getByRole('link', { name: 'Activity' })).toBeHidden()
  await owner.page.getByRole('button', { name: 'Leave workspace' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click()
  await expect(owner.page.getByText('You left Production')).toBeVisible()
  await expect(owner.page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
})
