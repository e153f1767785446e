import { type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { env } from '../../lib/env.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { delivery, renderWebhooks, webhook as webhookOf } from '../../testing/webhooks.ts'

const webhook = webhookOf()
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

describe('the list of webhooks', () => {
  it('shows the URL, description, events, state and creator of each webhook', async () => {
    const { table } = await renderWebhooks()
    for (const text of [
      webhook.url,
      'Alerts of the security team',
      'token.created, member.joined',
      'Active',
      'Created by ada@example.com',
    ])
      await expect.element(table.getByText(text, { exact: true })).toBeVisible()
  })

  it.each<[string, Partial<Webhook>, string, RegExp]>([
    ['fails', { failingSince: yesterday }, 'Failing', /Since .*disabled if no delivery succeeds for 5 days/],
    ['is paused', { disabledReason: 'owner', disabledAt: yesterday }, 'Paused', /Since/],
    ['is gone', { disabledReason: 'gone', disabledAt: yesterday }, 'Disabled', /answered 410.*enable/],
    [
      'failed for days',
      { disabledReason: 'failing', disabledAt: yesterday, failingSince: yesterday },
      'Disabled',
      /No delivery succeeded for 5 days.*enable/,
    ],
    ['has a new owner', { disabledReason: 'newOwner' }, 'Not confirmed', /new owner.*confirms it/],
  ])('says of a webhook that %s why, and what to do', async (_, state, label, text) => {
    const { table } = await renderWebhooks([{ ...webhook, ...state }])
    await expect.element(table.getByText(label, { exact: true })).toBeVisible()
    await expect.element(table.getByRole('row', { name: /hooks/ })).toMatchTextContent(text)
  })

  it('shows approvers the webhooks, without the form and the actions', async () => {
    const { screen, table } = await renderWebhooks([webhook], { role: 'APPROVER' })
    await expect.element(table.getByRole('link', { name: /^Deliveries/ })).toBeVisible()
    expect(screen.getByRole('form', { name: 'Create webhook' }).query()).toBeNull()
    expect(screen.getByRole('button', { name: /^Actions for/ }).query()).toBeNull()
  })

  it('tells collaborators who can see the webhooks, and requests none', async () => {
    const { screen, api } = await renderWebhooks([webhook], { role: 'EDITOR' })
    await expect.element(screen.getByText('Only owners and approvers can see the webhooks')).toBeVisible()
    expect(api.requests(webhooks.list)).toHaveLength(0)
  })
})

describe('creating a webhook', () => {
  it('suggests the receiver of a local run', async () => {
    env.webhookReceiverUrl = 'http://localhost:9007/hook'
    onTestFinished(() => {
      env.webhookReceiverUrl = ''
    })
    const { screen } = await renderWebhooks([])
    await expect
      .element(screen.getByRole('textbox', { name: /URL/ }))
      .toHaveValue('http://localhost:9007/hook')
  })

  it('leads from the empty list to the form, and shows the secret once with receivers that verify it', async () => {
    const { screen, api, table } = await renderWebhooks([])
    await table.getByRole('button', { name: 'Add webhook' }).click()
    const form = screen.getByRole('form', { name: 'Create webhook' })
    await expect.element(form.getByRole('textbox', { name: /URL/ })).toHaveFocus()
    await form.getByRole('textbox', { name: /URL/ }).fill(webhook.url)
    api.reply(webhooks.create, { webhook, secret: 'whsec_c2VjcmV0' })
    api.reply(webhooks.list, { webhooks: [webhook] })
    await form.getByRole('button', { name: 'Create webhook' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Webhook created' })
    await expect.element(dialog.getByText('whsec_c2VjcmV0', { exact: true })).toBeVisible()
    for (const name of ['Node', 'Python', 'Go']) {
      await dialog.getByRole('tab', { name }).click()
      await expect.element(dialog.getByRole('tabpanel')).toMatchTextContent(/[vV]erify\(/)
    }
    expect(api.requests(webhooks.create)[0]?.body).toMatchObject({ url: webhook.url, types: 'all' })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(table.getByText(webhook.url, { exact: true })).toBeVisible()
    await expect.element(screen.getByText('whsec_c2VjcmV0')).not.toBeInTheDocument()
  })

  it('sends the selected events, and all events of a selected noun', async () => {
    const { screen, api } = await renderWebhooks()
    const form = screen.getByRole('form', { name: 'Create webhook' })
    await form.getByRole('textbox', { name: /URL/ }).fill(webhook.url)
    await form.getByText('Selected events').click()
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect.element(form.getByText('Select at least one event')).toBeVisible()
    expect(api.requests(webhooks.create)).toHaveLength(0)
    const rules = form.getByRole('group', { name: 'Trust rules' })
    await rules.getByText('Trust rules').click()
    await rules.getByText('trust-rule.used').click()
    await form.getByText('token.created').click()
    await form.getByText('All events').click()
    await form.getByText('Selected events').click()
    api.reply(webhooks.create, { webhook, secret: 'whsec_c2VjcmV0' })
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect
      .poll(() => api.requests(webhooks.create)[0]?.body)
      .toMatchObject({ types: ['trust-rule.created', 'trust-rule.deleted', 'token.created'] })
  })

  it('shows at the field why a URL was refused, and keeps what was typed', async () => {
    const { screen, api } = await renderWebhooks([])
    const url = screen.getByRole('textbox', { name: /URL/ })
    await url.fill('https://localhost/hook')
    const issues = [{ path: 'url', message: 'Enter a URL with a public address.' }]
    api.refuse(webhooks.create, 'ValidationError', { issues })
    await screen.getByRole('button', { name: 'Create webhook' }).click()
    await expect.element(screen.getByText('Enter a URL with a public address.')).toBeVisible()
    await expect.element(url).toHaveValue('https://localhost/hook')
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('the menu of a webhook', () => {
  it('sends a test event and shows what the server answered', async () => {
    const { screen, api, choose } = await renderWebhooks()
    api.reply(webhooks.test, {
      delivery: delivery({ kind: 'test', type: 'webhook.test', event: null, nextAttemptAt: null }),
    })
    await choose('Send test event')
    const dialog = screen.getByRole('dialog', { name: 'Test event' })
    for (const text of ['500', 'Out of disk space', 'webhook.test'])
      await expect.element(dialog.getByText(text)).toBeVisible()
  })

  it('shows in the row why no test event was sent', async () => {
    const { api, choose, table } = await renderWebhooks()
    api.refuse(webhooks.test, 'TooManyRequests')
    await choose('Send test event')
    await expect.element(table.getByRole('alert')).toMatchTextContent(/The test event was not sent/)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('saves a changed URL and keeps the rest', async () => {
    const { screen, api, choose } = await renderWebhooks()
    await choose('Edit')
    const dialog = screen.getByRole('dialog', { name: 'Edit webhook' })
    await dialog.getByRole('textbox', { name: /URL/ }).fill('https://siem.example.com')
    api.reply(webhooks.update, { webhook })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const { description, types } = webhook
    await expect
      .poll(() => api.requests(webhooks.update)[0]?.body)
      .toMatchObject({ url: 'https://siem.example.com', description, types })
  })

  it('rotates the secret, shows the new one once, and says until when the old one also signs', async () => {
    const { screen, api, choose, table } = await renderWebhooks()
    await choose('Rotate secret')
    await screen.getByText('7 days').click()
    const rotated = { ...webhook, previousSecretUntil: '2124-01-01T00:00:00.000Z' }
    api.reply(webhooks.rotateSecret, { webhook: rotated, secret: 'whsec_bmV3' })
    api.reply(webhooks.list, { webhooks: [rotated] })
    await screen.getByRole('button', { name: 'Rotate secret' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Secret rotated' })
    await expect.element(dialog.getByText('whsec_bmV3', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText(/The old secret also signs until .* 2124/)).toBeVisible()
    expect(api.requests(webhooks.rotateSecret)[0]?.body).toMatchObject({ overlap: '7d' })
    await dialog.getByRole('button', { name: 'Done' }).click()
    await screen.getByRole('button', { name: 'Close anyway' }).click()
    await expect.element(table.getByText(/The old secret also signs until .* 2124/)).toBeVisible()
  })

  it('pauses a webhook after confirmation', async () => {
    const { screen, api, choose, table } = await renderWebhooks()
    await choose('Pause')
    const paused: Webhook = { ...webhook, disabledReason: 'owner', disabledAt: yesterday }
    api.reply(webhooks.update, { webhook: paused })
    api.reply(webhooks.list, { webhooks: [paused] })
    await screen.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect.element(table.getByText('Paused', { exact: true })).toBeVisible()
    expect(api.requests(webhooks.update)[0]?.body).toMatchObject({ isEnabled: false })
  })

  it.each<[string, Webhook['disabledReason']]>([
    ['Enable', 'gone'],
    ['Confirm', 'newOwner'],
  ])('offers %s for a webhook that is disabled because of %s', async (item, disabledReason) => {
    const { api, choose, table } = await renderWebhooks([{ ...webhook, disabledReason }])
    await expect.element(table.getByText(/^(Disabled|Not confirmed)$/)).toBeVisible()
    api.reply(webhooks.update, { webhook })
    api.reply(webhooks.list, { webhooks: [webhook] })
    await choose(item)
    await expect.element(table.getByText('Active')).toBeVisible()
    expect(api.requests(webhooks.update)[0]?.body).toMatchObject({ isEnabled: true })
  })

  it('deletes a webhook after confirmation', async () => {
    const { screen, api, choose } = await renderWebhooks()
    await choose('Delete')
    api.answer(webhooks.delete, 204, '')
    api.reply(webhooks.list, { webhooks: [] })
    await screen.getByRole('button', { name: 'Delete webhook' }).click()
    await expect.element(screen.getByText('No webhooks')).toBeVisible()
  })

  it('leads to the deliveries', async () => {
    const { screen, choose, address } = await renderWebhooks()
    await choose('Deliveries')
    await expect.element(screen.getByText('No deliveries')).toBeVisible()
    expect(address()).toBe('/workspace/W1/webhooks?webhook=H1')
  })
})
