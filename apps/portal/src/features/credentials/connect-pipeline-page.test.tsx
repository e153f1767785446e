import { accessReview } from '@portal/contract/access-review/access-review'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, onTestFinished } from 'vitest'
import { env } from '../../lib/env.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { workspace } from '../../testing/people.ts'
import { type RenderAppOptions, renderApp } from '../../testing/render-app.tsx'
import { deployBot, exchangeEntry, ruleActor, trustRule } from '../../testing/trust-rules.ts'

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

  it('uses the service account of the address', async () => {
    const { screen, api, address } = await open({
      search: `?serviceAccountId=${deployBot.id}`,
      prepare: (fake) => fake.reply(trustRules.create, { trustRule: rule }),
    })
    await fillIn(screen)
    await screen.getByText('By its first run').click()
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.poll(() => address()).toContain(`trustRuleId=${rule.id}`)
    expect(api.requests(serviceAccounts.create)).toEqual([])
    expect(api.requests(trustRules.create)[0]).toMatchObject({
      params: { serviceAccountId: deployBot.id },
      body: { isLearning: true },
    })
  })

  it('creates one service account if the rule is refused, shows it, and uses it for the next attempt', async () => {
    const created = { ...deployBot, id: 'S2', name: 'acme/infra' }
    const { screen, api, address } = await open({
      prepare: (fake) => {
        fake.reply(serviceAccounts.create, { serviceAccount: created })
        fake.refuse(trustRules.create, 'LimitReached', { message: 'Delete a trust rule.' })
      },
    })
    await fillIn(screen)
    await screen.getByText('By its first run').click()
    api.reply(serviceAccounts.list, { serviceAccounts: [deployBot, created] })
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.element(screen.getByText('Delete a trust rule.')).toBeVisible()
    const account = screen.getByRole('button', { name: /Service account/ })
    await expect.element(account).toMatchTextContent(/^acme\/infra/)
    expect(loggedFailures()).toHaveLength(1)
    api.reply(trustRules.create, { trustRule: rule })
    await screen.getByRole('button', { name: 'Connect pipeline' }).click()
    await expect.poll(() => address()).toContain(`serviceAccountId=S2&trustRuleId=${rule.id}`)
    expect(api.requests(serviceAccounts.create)).toHaveLength(1)
  })

  it('leads back to the pipelines that no run has used yet', async () => {
    const { screen, api, address } = await open({
      prepare: (fake) =>
        fake.reply(accessReview.list, {
          actors: [
            ruleActor({ id: 'R1', name: 'used', lastUsedAt: rule.createdAt }),
            ruleActor({ id: 'R2', name: 'disabled', state: 'disabled' }),
            ruleActor({ id: rule.id, name: 'waiting' }),
            ruleActor({ id: 'R3', name: 'learning', state: 'learning' }),
          ],
        }),
    })
    const links = screen.getByRole('list', { name: 'Not connected yet' }).getByRole('link')
    await expect.poll(() => links.elements().map((link) => link.textContent)).toEqual(['learning', 'waiting'])
    api.reply(trustRules.list, { trustRules: [rule] })
    await links.nth(1).click()
    await expect.element(screen.getByText('Waiting for the first run')).toBeVisible()
    expect(address()).toContain(`serviceAccountId=${deployBot.id}&trustRuleId=${rule.id}`)
  })

  it('leads back to a learning pipeline with the repository and the environment that were entered', async () => {
    const learningUntil = new Date(Date.now() + 3_000_000).toISOString()
    const learning = { ...rule, isLearning: true, learningUntil, claims: {} }
    const first = await openConnection([], {
      rules: [learning],
      search: connection.replace('branch=main', 'environment=production'),
    })
    await expect.element(first.screen.getByText(/environment: "production"/)).toBeVisible()
    await first.screen.unmount()
    const { screen, address } = await open({
      prepare: (fake) => {
        fake.reply(accessReview.list, { actors: [ruleActor({ name: 'waiting', state: 'learning' })] })
        fake.reply(trustRules.list, { trustRules: [learning] })
      },
    })
    await screen.getByRole('link', { name: 'waiting' }).click()
    await expect.element(screen.getByText(/environment: "production"/)).toBeVisible()
    expect(address()).toMatch(/place=acme(%2F|\/)infra/)
  })

  it('does not read the access review while no service account can have a pipeline', async () => {
    const { screen, api } = await open({
      prepare: (fake) =>
        fake.reply(serviceAccounts.list, {
          serviceAccounts: [{ ...deployBot, disabledAt: deployBot.createdAt }],
        }),
    })
    await expect.element(screen.getByRole('radio', { name: 'GitHub Actions' })).toBeVisible()
    expect(api.requests(accessReview.list)).toEqual([])
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

  it('takes the CI system from the address once, so that a reload keeps another choice', async () => {
    const { screen, address } = await open({ search: '?provider=gitlab' })
    await expect.element(screen.getByRole('radio', { name: 'GitLab CI/CD' })).toBeChecked()
    await expect.poll(() => address()).not.toContain('provider')
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

  it('says that attempts from another issuer were refused, and which issuer the rule accepts', async () => {
    const lastAt = new Date().toISOString()
    const { screen } = await openConnection([], {
      prepare: (fake) =>
        fake.reply(trustRules.exchanges, {
          exchanges: [],
          counts: [{ reason: 'otherIssuer', count: 1, lastAt, detail: null }],
        }),
    })
    const run = screen.getByRole('region', { name: 'First run' })
    await expect
      .element(run)
      .toMatchTextContent(
        /refused.*1 attempt from an issuer that no rule names.*accepts only runs whose issuer is https:\/\/token\.actions/,
      )
    await expect.element(run.getByText('Waiting for the first run')).toBeVisible()
  })

  it('leads from a rule for another issuer to the local CI system, if there is one', async () => {
    env.ciSystemUrl = 'http://localhost:9006'
    onTestFinished(() => {
      env.ciSystemUrl = ''
    })
    const { screen } = await openConnection([])
    await expect
      .element(screen.getByRole('link', { name: 'connect the local CI system' }))
      .toHaveAttribute('href', expect.stringContaining(`?serviceAccountId=${deployBot.id}&provider=local`))
    expect(screen.getByRole('link', { name: 'open the local CI system' }).query()).toBeNull()
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
