import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { type RenderAppOptions, renderApp } from '../../testing/render-app.tsx'
import { deployBot, exchangeEntry, trustRule } from '../../testing/trust-rules.ts'

interface Scene extends RenderAppOptions {
  search?: string
  role?: Workspace['role']
}

const open = ({ search = '', role = 'OWNER', prepare }: Scene = {}) =>
  renderApp(`/workspace/${workspace().id}/connect${search}`, {
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ role }))
      api.reply(serviceAccounts.list, { serviceAccounts: [deployBot] })
      prepare?.(api)
    },
  })

type Screen = Awaited<ReturnType<typeof open>>['screen']

async function fillIn(screen: Screen) {
  await screen.getByText('GitHub Actions', { exact: true }).click()
  await screen.getByRole('textbox', { name: 'Repository' }).fill('acme/infra')
}

const claims = { ...trustRule().claims, ref: 'refs/heads/main' }
const rule = trustRule({ claims, createdAt: new Date().toISOString() })
const connection = `?serviceAccountId=${deployBot.id}&trustRuleId=${rule.id}&provider=github&place=acme%2Finfra&branch=main`

/** Opens the page of a rule whose runs are these. */
const openConnection = (
  exchanges: ReturnType<typeof exchangeEntry>[],
  { rules = [rule], ...scene }: Scene & { rules?: (typeof rule)[] } = {},
) =>
  open({
    search: connection,
    ...scene,
    prepare: (api) => {
      api.reply(trustRules.list, { trustRules: rules })
      api.reply(trustRules.exchanges, { exchanges, counts: [] })
      scene.prepare?.(api)
    },
  })

describe('the form that connects a pipeline', () => {
  it('creates a service account and its rule from the ids that the command prints', async () => {
    const { screen, api, address } = await open({
      prepare: (fake) => {
        fake.reply(serviceAccounts.create, { serviceAccount: { ...deployBot, id: 'S2', name: 'acme/infra' } })
        fake.reply(trustRules.create, { trustRule: rule })
      },
    })
    await fillIn(screen)
    await expect.element(screen.getByText(/gh api repos\/acme\/infra --jq/)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Output of the command' }).fill('repository_id=1001')
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.element(screen.getByText('Paste everything that the command prints')).toBeVisible()
    await screen
      .getByRole('textbox', { name: 'Output of the command' })
      .fill('repository_id=1001\nrepository_owner_id=77')
    const list = { serviceAccounts: [deployBot, { ...deployBot, id: 'S2', name: 'acme/infra' }] }
    api.reply(serviceAccounts.list, list)
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.poll(() => address()).toContain(`serviceAccountId=S2&trustRuleId=${rule.id}`)
    expect(api.requests(serviceAccounts.create)[0]?.body).toMatchObject({ name: 'acme/infra' })
    expect(api.requests(trustRules.create)[0]).toMatchObject({
      params: { serviceAccountId: 'S2' },
      body: {
        name: 'acme/infra main',
        audience: 'http://localhost:9001',
        claims: { repository_id: '1001', repository_owner_id: '77', ref: 'refs/heads/main' },
      },
    })
  })

  it('uses the service account of the address, and again after a refused rule', async () => {
    const { screen, api } = await open({
      search: `?serviceAccountId=${deployBot.id}`,
      prepare: (fake) => fake.refuse(trustRules.create, 'LimitReached', { message: 'Delete a trust rule.' }),
    })
    await fillIn(screen)
    await screen.getByText('By its first run').click()
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.element(screen.getByText('Delete a trust rule.')).toBeVisible()
    expect(api.requests(serviceAccounts.create)).toEqual([])
    expect(api.requests(trustRules.create)[0]).toMatchObject({
      params: { serviceAccountId: deployBot.id },
      body: { isLearning: true },
    })
    expect(loggedFailures()).toHaveLength(1)
  })

  it('keeps what was typed when the page is opened again', async () => {
    const first = await open()
    await fillIn(first.screen)
    await first.screen.getByText('Runs in one environment').click()
    await first.screen.getByRole('textbox', { name: 'Environment' }).fill('production')
    await first.screen.unmount()
    const { screen } = await open()
    await expect.element(screen.getByRole('textbox', { name: 'Repository' })).toHaveValue('acme/infra')
    await expect.element(screen.getByRole('textbox', { name: 'Environment' })).toHaveValue('production')
  })

  it('explains to collaborators who can connect pipelines', async () => {
    const { screen } = await open({ role: 'EDITOR' })
    await expect.element(screen.getByText('Only owners and approvers can connect pipelines')).toBeVisible()
  })
})

describe('the page of a connected pipeline', () => {
  it('shows the snippet, and notices the first accepted run by itself', async () => {
    const { screen, api } = await openConnection([])
    await expect.element(screen.getByText(/client_id=01JSERVICEACCOUNT000000001/)).toBeVisible()
    expect(screen.getByRole('tab').elements()).toEqual([])
    const status = screen.getByRole('region', { name: 'First run' }).getByRole('status')
    await expect.element(status).toMatchTextContent(/Waiting for the first run/)
    api.reply(trustRules.exchanges, { exchanges: [exchangeEntry()], counts: [] })
    await expect
      .element(status)
      .toMatchTextContent(
        /Connected.*A run of acme\/infra received an API token of the service account deploy-bot\./,
      )
  })

  it('says why a run was refused and what to change, and can trust it', async () => {
    const problems = [{ claim: 'ref', expected: 'refs/heads/main', received: 'refs/heads/next' }]
    const sent = { ...exchangeEntry().claims, ref: 'refs/heads/next' }
    const second = trustRule({ id: 'R2', createdAt: new Date().toISOString() })
    const { screen, api, address } = await openConnection(
      [exchangeEntry({ outcome: 'mismatch', problems, claims: sent })],
      { prepare: (fake) => fake.reply(trustRules.create, { trustRule: second }) },
    )
    const run = screen.getByRole('region', { name: 'First run' })
    await expect.element(run.getByText('A run of acme/infra was refused')).toBeVisible()
    await expect.element(run.getByText('Run the pipeline on this branch.')).toBeVisible()
    await run.getByRole('button', { name: 'Trust this run' }).click()
    api.reply(trustRules.list, { trustRules: [rule, second] })
    await screen.getByRole('button', { name: 'Create rule' }).click()
    await expect.poll(() => address()).toContain('trustRuleId=R2')
  })

  it('does not ask to change a pipeline whose service account is disabled', async () => {
    const { screen } = await openConnection([exchangeEntry({ outcome: 'paused' })])
    const run = screen.getByRole('region', { name: 'First run' })
    await expect.element(run.getByText('Solve this and run the pipeline again.')).toBeVisible()
    await expect.element(run.getByText(/^The service account is disabled/)).toBeVisible()
    expect(run.getByText(/Change the pipeline/).query()).toBeNull()
  })

  it('does not count runs from before the rule, and those that matched another rule', async () => {
    const at = new Date(Date.parse(rule.createdAt) - 1_000).toISOString()
    const { screen } = await openConnection([
      exchangeEntry({ id: 'E2', trustRule: { id: 'R9', name: 'other' } }),
      exchangeEntry({ id: 'E3', trustRule: { id: 'R9', name: 'other' }, outcome: 'replayed' }),
      exchangeEntry({ outcome: 'mismatch', at }),
    ])
    await expect.element(screen.getByText('Waiting for the first run')).toBeVisible()
  })

  it('waits for a run to learn from with the conditions that were entered, and lets the user trust it', async () => {
    const learningUntil = new Date(Date.now() + 3_000_000).toISOString()
    const learning = { ...rule, isLearning: true, learningUntil, claims: {} }
    const { screen, api } = await openConnection([], {
      rules: [learning],
      search: connection.replace('branch=main', 'environment=production'),
    })
    await expect.element(screen.getByText('Waiting for a run to learn from')).toBeVisible()
    await expect.element(screen.getByText(/ left$/)).toBeVisible()
    await expect.element(screen.getByText(/environment: "production"/)).toBeVisible()
    api.reply(trustRules.exchanges, { exchanges: [exchangeEntry({ outcome: 'learning' })], counts: [] })
    await expect.element(screen.getByText('A run of acme/infra was recorded')).toBeVisible()
    await screen.getByRole('button', { name: 'Trust this run' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Create trust rule' })).toBeVisible()
  })

  it('starts again if the rule was deleted', async () => {
    const { screen } = await openConnection([], { rules: [] })
    await screen.getByRole('button', { name: 'Start again' }).click()
    await expect.element(screen.getByRole('radio', { name: 'GitHub Actions' })).toBeVisible()
  })
})
