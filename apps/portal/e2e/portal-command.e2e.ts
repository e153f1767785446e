import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Running, startPortalCommand } from '../../../tools/processes/start-portal-command.ts'
import { signInReady } from './account-fixtures.ts'
import { addresses, confirmTwice } from './fixtures.ts'

/** The command polls every 5 seconds, as the API tells it to. */
test.describe.configure({ timeout: 90_000 })

const startPortal = (home: string, ...words: string[]) =>
  startPortalCommand(words, { env: { XDG_CONFIG_HOME: home, PORTAL_API_URL: addresses.api } })
const codeOf = async ({ finished }: Running) => (await finished).code

test('the portal command signs in with a code approved in the browser, and is signed out from the Security section', async ({
  page,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'portal-e2e-home-'))
  try {
    const { email } = await signInReady(page)
    const login = startPortal(home, 'login')
    const codePattern = /[A-Z]{4}-[A-Z]{4}/
    await expect.poll(login.text, { timeout: 30_000 }).toMatch(codePattern)
    const [userCode = ''] = codePattern.exec(login.text()) ?? []
    const [devicePage = ''] = /http\S+\/device/.exec(login.text()) ?? []

    await page.goto(devicePage)
    await page.getByLabel('Code').fill(userCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await codeOf(login)).toBe(0)
    expect(login.text()).toContain(`Signed in as ${email}.`)

    const whoami = startPortal(home, 'whoami')
    expect(await codeOf(whoami)).toBe(0)
    expect(whoami.text()).toContain(email)

    await page.goto('/profile/security')
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    const session = sessions.filter({ hasText: 'Portal CLI' })
    await confirmTwice(session.getByRole('button', { name: 'Sign out Portal CLI' }))
    await expect(session).toHaveCount(0)
    const ended = startPortal(home, 'whoami')
    expect(await codeOf(ended)).toBe(4)
    expect(ended.text()).toContain('Run `portal login` to sign in again.')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
