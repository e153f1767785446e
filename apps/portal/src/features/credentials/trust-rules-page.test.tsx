import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Locator } from 'vitest/browser'
import { env } from '../../lib/env.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { exchangeEntry, renderTrustRules, trustRule } from '../../testing/trust-rules.ts'

/** Waits until an element contains a text. */
const expectText = (locator: Locator, text: string) =>
  expect.poll(() => locator.query()?.textContent).toContain(text)

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('the trust rules page', () => {
  it('lists rules with everything they compare', async () => {
    const rule = trustRule({ claims: { repository_id: '1001', ref: ['refs/heads/main', 'refs/heads/next'] } })
    const { screen } = await renderTrustRules({ rules: [rule] })
    await expect
      .element(screen.getByRole('heading', { level: 2, name: 'deploy-bot > Trust rules' }))
      .toBeVisible()
    const row = screen.getByRole('grid', { name: 'Trust rules' }).getByRole('row', { name: /main/ })
    for (const text of ['GitHub Actions', 'repository_id=1001', 'ref=refs/heads/next', '15 min', 'Never'])
      await expectText(row, text)
    await expect.element(row.getByText('Accepts every event')).toBeVisible()
  })

  it('names the CI system by its issuer, and not by the claims of another one', async () => {
    const rule = trustRule({ issuer: 'https://ci.example.com' })
    const { screen } = await renderTrustRules({ rules: [rule] })
    const row = screen.getByRole('grid', { name: 'Trust rules' }).getByRole('row', { name: /main/ })
    await expectText(row, 'Other issuer')
    expect(row.getByText('GitHub Actions').query()).toBeNull()
  })

  it('hides every action from members who cannot manage service accounts', async () => {
    const { screen } = await renderTrustRules({
      rules: [trustRule()],
      exchanges: [exchangeEntry({ outcome: 'learning' })],
      role: 'EDITOR',
    })
    await expect.element(screen.getByRole('grid', { name: 'Trust rules' })).toBeVisible()
    for (const name of ['Learn from a run', 'Create trust rule', 'Delete', /^Trust this/])
      expect(screen.getByRole('button', { name }).elements()).toEqual([])
  })

  it('leads only members who may connect pipelines to a rule for the local CI system', async () => {
    env.ciSystemUrl = 'http://localhost:9006'
    onTestFinished(() => {
      env.ciSystemUrl = ''
    })
    const link = { name: 'connect the local CI system' }
    const editor = await renderTrustRules({ rules: [trustRule()], role: 'EDITOR' })
    await expect.element(editor.screen.getByText(/^Paste the snippet into your pipeline\./)).toBeVisible()
    expect(editor.screen.getByRole('link', link).query()).toBeNull()
    await editor.screen.unmount()
    const approver = await renderTrustRules({ rules: [trustRule()], role: 'APPROVER' })
    await expect.element(approver.screen.getByRole('link', link)).toBeVisible()
  })

  it('shows in the row why a rule was not deleted', async () => {
    const { screen, api } = await renderTrustRules({ rules: [trustRule()] })
    api.refuse(trustRules.delete, 'NotAllowed', {
      message: 'Only owners and approvers can delete trust rules.',
    })
    const row = screen.getByRole('grid', { name: 'Trust rules' }).getByRole('row', { name: /main/ })
    await pressTwice(
      row.getByRole('button', { name: 'Delete' }),
      () => api.requests(trustRules.delete).length > 0,
    )
    await expectText(row.getByRole('alert'), 'The trust rule was not deleted')
    await expectText(row.getByRole('alert'), 'Only owners and approvers can delete trust rules.')
    expect(loggedFailures()).toHaveLength(1)
  })

  it('shows what to change for each claim that differs in a refused run, and the attempts that are only counted', async () => {
    const problems = [
      { claim: 'ref', expected: 'refs/heads/main', received: 'refs/heads/x' },
      { claim: 'environment', expected: 'production', received: null },
    ]
    const { screen } = await renderTrustRules({
      exchanges: [exchangeEntry({ outcome: 'mismatch', problems, count: 60 })],
      counts: [
        { reason: 'badSignature', count: 3, lastAt: new Date().toISOString(), detail: null },
        {
          reason: 'issuerUnavailable',
          count: 1,
          lastAt: new Date().toISOString(),
          detail: 'The issuer cannot be reached.',
        },
      ],
    })
    const row = screen.getByRole('grid', { name: 'Exchanges' }).getByRole('row', { name: /acme/ })
    await expectText(row, '“main” expects different claims. Sent 60 times.')
    await expectText(row, 'Expected refs/heads/mainReceived refs/heads/xRun the pipeline on this branch.')
    await expectText(row, 'Expected productionReceived nothingAdd this environment to the job.')
    const list = screen.getByRole('list', { name: 'Attempts that are not listed' })
    await expectText(list, '3 attempts with a bad signature')
    await expectText(list, '1 attempt that could not be checked. The issuer cannot be reached.')
  })

  it('turns a recorded run into a rule with the recommended claims, which replaces the learning rule', async () => {
    const learning = trustRule({ isLearning: true, learningUntil: '2126-01-01T00:00:00.000Z', claims: {} })
    const { screen, api } = await renderTrustRules(
      { rules: [learning], exchanges: [exchangeEntry({ outcome: 'learning' })] },
      {
        prepare: (fake) => {
          fake.reply(trustRules.create, { trustRule: trustRule() })
          fake.answer(trustRules.delete, 204)
        },
      },
    )
    await screen.getByRole('button', { name: /^Trust this run of acme\/infra, .* at .*[AP]M$/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Create trust rule' })
    await expect
      .element(dialog.getByRole('textbox', { name: 'Claims' }))
      .toHaveValue('repository_id=1001\nrepository_owner_id=77\nevent_name=push\nref=refs/heads/main')
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await expect.poll(() => api.requests(trustRules.delete).length).toBe(1)
    expect(api.requests(trustRules.create)[0]?.body).toMatchObject({
      name: 'main',
      issuer: learning.issuer,
      audience: learning.audience,
      lifetime: 15,
      claims: {
        repository_id: '1001',
        repository_owner_id: '77',
        event_name: 'push',
        ref: 'refs/heads/main',
      },
      isLearning: false,
    })
    expect(api.requests(trustRules.delete)[0]?.params.trustRuleId).toBe(learning.id)
  })

  it('no longer offers to trust a run once a rule accepts runs like it', async () => {
    const learning = trustRule({ id: 'R1', isLearning: true, learningUntil: soon(60_000), claims: {} })
    const { screen, api } = await renderTrustRules(
      { rules: [learning], exchanges: [exchangeEntry({ outcome: 'learning' })] },
      {
        prepare: (fake) => {
          fake.reply(trustRules.create, { trustRule: trustRule() })
          fake.answer(trustRules.delete, 204)
        },
      },
    )
    const row = screen.getByRole('grid', { name: 'Exchanges' }).getByRole('row', { name: /acme/ })
    await expectText(
      row,
      '“main” was learning, so the run was refused. Trust this run to accept runs like it.',
    )
    await row.getByRole('button', { name: /^Trust this run/ }).click()
    api.reply(trustRules.list, { trustRules: [trustRule({ id: 'R2' })] })
    await screen.getByRole('button', { name: 'Create rule' }).click()
    await expectText(row, '“main” was learning, so the run was refused. “main” now accepts runs like it.')
    expect(row.getByRole('button', { name: /^Trust this run/ }).elements()).toEqual([])
  })

  it('counts down the time that a rule still learns, and says that the rule accepts no tokens', async () => {
    const learning = { isLearning: true, claims: {} }
    const { screen } = await renderTrustRules({
      rules: [
        trustRule({ ...learning, id: 'R1', name: 'long', learningUntil: soon(3_000_000) }),
        trustRule({ ...learning, id: 'R2', name: 'short', learningUntil: soon(1_500) }),
      ],
    })
    const rules = screen.getByRole('grid', { name: 'Trust rules' })
    await expect.element(rules.getByText(/^(50:00|49:5\d) left$/)).toBeVisible()
    await expectText(
      rules.getByRole('row', { name: /long/ }),
      'None yet. The rule records runs with these values until ',
    )
    const short = rules.getByRole('row', { name: /short/ })
    await expectText(short, 'Learning ended')
    await expectText(short, 'None. The rule recorded runs with these values until ')
  })

  it('warns about forks as soon as a GitHub rule no longer pins the event', async () => {
    const { screen } = await renderTrustRules({ exchanges: [exchangeEntry({ outcome: 'mismatch' })] })
    await screen.getByRole('button', { name: /^Trust this/ }).click()
    const claims = screen.getByRole('textbox', { name: 'Claims' })
    await expect.element(claims).toBeVisible()
    expect(screen.getByText(/pull requests from forks/).elements()).toEqual([])
    await claims.fill('repository_id=1001\nrepository_owner_id=77')
    await expect.element(screen.getByText(/pull requests from forks/)).toBeVisible()
  })

  it("shows the server's message about a missing claim below the claims", async () => {
    const message = 'Add the claim repository_owner_id.'
    const { screen } = await renderTrustRules(
      {},
      {
        prepare: (fake) =>
          fake.refuse(trustRules.create, 'ValidationError', { issues: [{ path: 'claims', message }] }),
      },
    )
    await screen.getByRole('button', { name: 'Create trust rule' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill('main')
    await screen.getByRole('button', { name: 'GitHub Actions' }).click()
    await screen.getByRole('textbox', { name: 'Claims' }).fill('repository_id=1001')
    await screen.getByRole('button', { name: 'Create rule' }).click()
    await expect
      .element(screen.getByRole('textbox', { name: 'Claims' }))
      .toHaveAccessibleDescription(expect.stringContaining(message))
    expect(loggedFailures()).toHaveLength(1)
  })

  it('starts learning with issuer and audience alone', async () => {
    const learning = trustRule({ isLearning: true, learningUntil: '2126-01-01T00:00:00.000Z' })
    const { screen, api } = await renderTrustRules(
      {},
      { prepare: (fake) => fake.reply(trustRules.create, { trustRule: learning }) },
    )
    await screen.getByRole('button', { name: 'Learn from a run' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill('main')
    await screen.getByRole('button', { name: 'GitLab CI/CD' }).click()
    await screen.getByRole('button', { name: 'Start learning' }).click()
    await expect
      .poll(() => api.requests(trustRules.create)[0]?.body)
      .toMatchObject({
        name: 'main',
        issuer: 'https://gitlab.com',
        audience: 'http://localhost:9001',
        lifetime: 15,
        isLearning: true,
      })
  })

  it('shows snippets with the service account filled in and no secret', async () => {
    const { screen } = await renderTrustRules()
    await screen.getByRole('tab', { name: 'GitHub Actions' }).click()
    await expect.element(screen.getByText(/id-token: write/)).toBeVisible()
    await expect.element(screen.getByText(/client_id=01JSERVICEACCOUNT000000001/)).toBeVisible()
    for (const name of ['GitLab', 'Buildkite', 'Kubernetes', 'curl'])
      await expect.element(screen.getByRole('tab', { name })).toBeVisible()
  })

  it('shows a snippet for each rule, the newest first, with the audience of the rule', async () => {
    const rules = [
      trustRule({ id: 'R1', name: 'old', audience: 'https://old.example.com' }),
      trustRule({
        id: 'R2',
        name: 'new',
        preset: 'gitlab',
        audience: 'https://new.example.com',
        claims: { project_id: '22', ref: 'next' },
      }),
    ]
    const { screen } = await renderTrustRules({ rules })
    const snippets = screen.getByRole('region', { name: 'Set up a pipeline' })
    await expect
      .element(snippets.getByRole('tab', { name: 'GitLab' }))
      .toHaveAttribute('aria-selected', 'true')
    await expectText(snippets, 'aud: "https://new.example.com"')
    await expectText(snippets, '$CI_COMMIT_BRANCH == "next"')
    await snippets.getByRole('button', { name: /Trust rule/ }).click()
    await screen.getByRole('option', { name: 'old' }).click()
    await expectText(snippets, 'audience=https%3A%2F%2Fold.example.com')
  })

  it('tells rules with the same name apart by what they compare', async () => {
    const rules = [
      trustRule({ id: 'R1', claims: { repository_id: '1001', ref: 'refs/heads/main' } }),
      trustRule({ id: 'R2', claims: { repository_id: '1001', ref: 'refs/heads/next' } }),
      trustRule({ id: 'R3', name: 'other', claims: { repository_id: '1002' } }),
    ]
    const { screen } = await renderTrustRules({ rules })
    const snippets = screen.getByRole('region', { name: 'Set up a pipeline' })
    await snippets.getByRole('button', { name: /Trust rule/ }).click()
    const next = screen.getByRole('option', { name: /repository_id=1001, ref=refs\/heads\/next/ })
    await expect.element(next).toBeVisible()
    await expect.element(screen.getByRole('option', { name: 'other', exact: true })).toBeVisible()
    await next.click()
    await expectText(snippets, 'branches: ["next"]')
  })
})
