import { getIDToken } from '@actions/core'
import { expect, type Page, test } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import { addresses, makeAccount, makeWorkspaceByCall } from './fixtures.ts'
import { callApi, enterByCalls } from './portal-calls.ts'

/** Signs in an owner with a workspace and a service account. */
async function makeServiceAccount(page: Page): Promise<{ workspaceId: string; serviceAccountId: string }> {
  await enterByCalls(page, await makeAccount())
  const type = 'Managed By System Initiative'
  const workspaceId = await makeWorkspaceByCall(page, { name: 'Production', type })
  const path = `/workspaces/${workspaceId}/serviceAccounts`
  const { body } = await callApi(page, { method: 'POST', path, body: { name: 'deploy-bot' } })
  const { serviceAccount } = body as { serviceAccount: { id: string } }
  return { workspaceId, serviceAccountId: serviceAccount.id }
}

const rulesPath = (of: { workspaceId: string; serviceAccountId: string }) =>
  `/workspace/${of.workspaceId}/service-accounts/${of.serviceAccountId}/trust-rules`

/** Returns all text on the page, to search it for secrets. */
const textOf = (page: Page) => page.locator('body').innerText()

test('a trust rule created from a refused run lets the next run open the instance without a secret', async ({
  page,
  context,
}) => {
  const created = await makeServiceAccount(page)
  await page.goto(rulesPath(created))
  await expect(page.getByRole('heading', { level: 2, name: 'deploy-bot > Trust rules' })).toBeVisible()

  await page.getByRole('button', { name: 'Learn from a run' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('main')
  await page.getByRole('button', { name: 'Start learning' }).click()
  await expect(page.getByRole('grid', { name: 'Trust rules' })).toContainText('Learning')
  await expect(page.getByRole('grid', { name: 'Trust rules' })).toContainText('Local CI system')

  const [ci] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'open the local CI system' }).click(),
  ])
  await ci.getByLabel('Repository').fill('acme/infra')
  await ci.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(ci.getByRole('status')).toHaveText('The run failed.')
  await expect(ci.getByText('invalid_grant')).toBeVisible()

  await page.getByRole('button', { name: 'Trust this run of acme/infra' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create trust rule' })
  await expect(dialog.getByRole('textbox', { name: 'Claims' })).toHaveValue(
    /^repository_id=\d+\nrepository_owner_id=\d+\nevent_name=push\nref=refs\/heads\/main$/,
  )
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByRole('grid', { name: 'Trust rules' })).not.toContainText('Learning')

  await ci.getByRole('button', { name: 'Run again' }).click()
  await expect(ci.getByRole('status')).toHaveText('The run succeeded.')
  await expect(ci.getByText('expires in 15 minutes')).toBeVisible()
  await expect(
    ci.getByText(/The instance at .* accepted the token of deploy-bot, by trust rule main\./),
  ).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Exchanges' })).toContainText('Accepted by “main”.')
  for (const shown of [page, ci]) expect(await textOf(shown)).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)

  await page.goto(`/workspace/${created.workspaceId}/activity`)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('Received a token through a trust rule')
  await expect(activity).toContainText('deploy-bot')
})

test('an owner connects a pipeline from the API tokens page, and the page notices its first accepted run', async ({
  page,
  context,
}) => {
  await enterByCalls(page, await makeAccount())
  const type = 'Managed By System Initiative'
  const workspaceId = await makeWorkspaceByCall(page, { name: 'Production', type })
  await page.goto(`/workspace/${workspaceId}/tokens`)
  await page.getByRole('link', { name: 'Connect without a secret' }).click()
  await page.getByText('GitHub Actions', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Repository' }).fill('acme/site')
  await page.getByText('By its first run').click()
  await page.getByRole('button', { name: 'Connect pipeline' }).click()
  await expect(page.getByText('Waiting for a run to learn from')).toBeVisible()
  await page.getByRole('link', { name: 'connect the local CI system' }).click()
  await expect(page.getByRole('radio', { name: 'Local CI system' })).toBeChecked()
  await page.getByText('By ids from a command').click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Repository' })).toHaveValue('acme/site')
  const command = await page.locator('pre').innerText()
  const url = /'(.*)'/.exec(command)?.[1] ?? ''
  const ids = await (await fetch(url)).text()
  await page.getByRole('textbox', { name: 'Output of the command' }).fill(ids)
  await page.getByRole('button', { name: 'Connect pipeline' }).click()
  await expect(page.getByText('Waiting for the first run')).toBeVisible()

  const [ci] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'open the local CI system' }).click(),
  ])
  await ci.getByLabel('Branch').fill('next')
  await ci.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(ci.getByRole('status')).toHaveText('The run failed.')
  await page.bringToFront()
  await expect(page.getByText('A run of acme/site was refused')).toBeVisible()
  await expect(page.getByText('Run the pipeline on this branch.')).toBeVisible()

  const [again] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'open the local CI system' }).click(),
  ])
  await again.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(again.getByRole('status')).toHaveText('The run succeeded.')
  await page.bringToFront()
  await expect(page.getByText('A run of acme/site received an API token')).toBeVisible()
  await page.reload()
  await expect(page.getByText('A run of acme/site received an API token')).toBeVisible()
  await page.getByRole('link', { name: 'Connect a pipeline' }).click()
  const waiting = page.getByRole('list', { name: 'Not connected yet' }).getByRole('link')
  await expect(waiting).toHaveText(['acme/site main'])
})

test("GitHub's own client and a certified OAuth client exchange a token and call the API", async ({
  page,
}) => {
  const created = await makeServiceAccount(page)
  const { workspaceId, serviceAccountId } = created
  const started = await fetch(`${addresses.ciSystem}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ repository: 'acme/infra' }),
  })
  const { environment } = (await started.json()) as { environment: Record<string, string> }
  Object.assign(process.env, environment)
  const idToken = await getIDToken(addresses.api)
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  const { repository_id, repository_owner_id } = claims
  const rule = {
    name: 'main',
    issuer: addresses.ciSystem,
    audience: addresses.api,
    claims: { repository_id, repository_owner_id, event_name: 'push' },
  }
  const path = `/workspaces/${workspaceId}/serviceAccounts/${serviceAccountId}/trustRules`
  expect(await callApi(page, { method: 'POST', path, body: rule })).toMatchObject({ status: 200 })

  const server = { issuer: addresses.api, token_endpoint: `${addresses.api}/oauth/token` }
  const client = { client_id: serviceAccountId }
  const exchange = async () =>
    oauth.processGenericTokenEndpointResponse(
      server,
      client,
      await oauth.genericTokenEndpointRequest(
        server,
        client,
        oauth.None(),
        'urn:ietf:params:oauth:grant-type:token-exchange',
        { subject_token: idToken, subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
        { [oauth.allowInsecureRequests]: true },
      ),
    )
  const { access_token: token, expires_in: lifetime } = await exchange()
  expect(lifetime).toBe(900)
  const reply = await fetch(`${addresses.api}/workspaces/${workspaceId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(200)
  await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
})
