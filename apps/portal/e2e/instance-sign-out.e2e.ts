import { expect, type Page, test } from '@playwright/test'
import { addresses, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

interface Request {
  method?: string
  headers?: Record<string, string>
  credentials?: 'include'
}

/** Returns the token that an instance receives for the signed-in user. */
async function connect(page: Page, workspaceId: string): Promise<string> {
  const { request } = page.context()
  const opened = await request.get(`${addresses.api}/workspaces/${workspaceId}/go`, { maxRedirects: 0 })
  const code = new URL(opened.headers().location ?? '').searchParams.get('code')
  const response = await request.post(`${addresses.api}/complete-auth-connect`, { data: { code } })
  return ((await response.json()) as { token: string }).token
}

// The stand-in's pages forbid requests with their policy. The web app of a real instance makes them.
test.use({ bypassCSP: true })

test("a workspace instance's web app revokes its token from its own origin, and can read no other response", async ({
  page,
}) => {
  await enterByCalls(page, await makeAccount())
  const type = 'Managed By System Initiative'
  const token = await connect(page, await makeWorkspaceByCall(page, { name: 'Production', type }))
  const check = () => fetch(addresses.api, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await check()).json()).toMatchObject({ systemStatus: 'ok' })

  await page.goto(addresses.managedInstance)
  const read = (path: string, init: Request) =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, options).then(
          ({ status }) => status,
          () => 'blocked',
        ),
      [`${addresses.api}${path}`, init] as const,
    )
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  expect(await read('/whoami', { headers })).toBe(200)
  // The cookies of another origin don't count.
  expect(await read('/whoami', { credentials: 'include' })).toBe(401)
  expect(await read('/session/logout', { method: 'POST', credentials: 'include' })).toBe(401)
  expect((await check()).status).toBe(200)

  expect(await read('/session/logout', { method: 'POST', headers })).toBe(204)
  expect(await (await check()).json()).toMatchObject({ kind: 'AuthTokenRevoked' })
  await page.goto('/workspaces')
  await expect(page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
})
