import { type Delivery, webhooks } from '@portal/contract/webhooks/webhooks'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { delivery, renderWebhooks, webhook } from '../../testing/webhooks.ts'
import { deliveriesRefreshMs } from './webhook-queries.ts'

const failed = delivery()
const succeeded = delivery({ id: 'D2', attempt: 1, status: 200, isSuccess: true, nextAttemptAt: null })

const openDeliveries = (deliveries: Delivery[], role: Workspace['role'] = 'OWNER') =>
  renderWebhooks([webhook()], {
    role,
    search: '?webhook=H1',
    prepare: (api) => api.reply(webhooks.deliveries, { deliveries }),
  })

describe('the deliveries of a webhook', () => {
  it('show each attempt with its outcome, duration and next attempt, and new ones while the page is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const timedOut = delivery({ id: 'D0', status: null, problem: 'does not answer within 15 seconds' })
    const { screen, api } = await openDeliveries([timedOut])
    const row = screen.getByRole('row', { name: /token\.created/ })
    for (const text of [
      'token.created',
      '1 day ago',
      'No answer',
      'The server does not answer within 15 seconds.',
      '84 ms',
      'in 30 minutes',
    ])
      await expect.element(row.getByText(text)).toBeVisible()
    api.reply(webhooks.deliveries, { deliveries: [succeeded, timedOut] })
    await vi.advanceTimersByTimeAsync(deliveriesRefreshMs)
    await expect.element(screen.getByText('200', { exact: true })).toBeVisible()
  })

  it('show the event that was sent and the start of the answer', async () => {
    const { screen } = await openDeliveries([failed])
    await screen.getByRole('button', { name: /^Details of token\.created/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Delivery' })
    await expect.element(dialog.getByText(/"subject": "Nightly deploy"/)).toBeVisible()
    await expect.element(dialog.getByText('Out of disk space')).toBeVisible()
  })

  it('have buttons that name the event and the time', async () => {
    const attempts = ['2026-11-02T09:30:05.000Z', '2026-11-02T09:30:00.000Z'].map((at) =>
      delivery({ id: at, at }),
    )
    const { screen } = await openDeliveries(attempts)
    for (const action of ['Details of', 'Resend'])
      for (const seconds of ['05', '00']) {
        const name = new RegExp(`^${action} token\\.created, .*2026 at .*:${seconds} [AP]M$`)
        await expect.element(screen.getByRole('button', { name })).toBeVisible()
      }
  })

  it('are sent again, which shows the new answer', async () => {
    const { screen, api } = await openDeliveries([failed])
    const resend = screen.getByRole('button', { name: /^Resend token\.created/ })
    await expect.element(resend).toBeVisible()
    const resent: Delivery = { ...succeeded, kind: 'resend' }
    api.reply(webhooks.resend, { delivery: resent })
    api.reply(webhooks.deliveries, { deliveries: [resent, failed] })
    await resend.click()
    const dialog = screen.getByRole('dialog', { name: 'Resent delivery' })
    await expect.element(dialog.getByText('200', { exact: true })).toBeVisible()
    expect(api.requests(webhooks.resend)[0]?.params).toMatchObject({ webhookId: 'H1', deliveryId: 'D1' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(screen.getByText('Resent', { exact: true })).toBeVisible()
  })

  it('show approvers the attempts without the events and the answers', async () => {
    const { screen } = await openDeliveries([delivery({ event: null, answer: null })], 'APPROVER')
    await expect.element(screen.getByText('500', { exact: true })).toBeVisible()
    for (const name of [/^Details/, /^Resend/, 'Send test event'])
      expect(screen.getByRole('button', { name }).query()).toBeNull()
  })

  it('explain that they failed to load, and load after a retry', async () => {
    const { screen, api } = await renderWebhooks([webhook()], {
      search: '?webhook=H1',
      prepare: (prepared) => prepared.refuse(webhooks.deliveries, 'InternalError'),
    })
    const retry = screen.getByRole('button', { name: 'Try again' })
    await expect.element(retry).toBeVisible()
    api.reply(webhooks.deliveries, { deliveries: [failed] })
    await retry.click()
    await expect.element(screen.getByText('500', { exact: true })).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('of a webhook that no longer exists lead to the list', async () => {
    const { screen, table } = await renderWebhooks([webhook()], { search: '?webhook=H9' })
    await expect.element(screen.getByText('This webhook no longer exists.')).toBeVisible()
    await expect.element(table).toBeVisible()
  })
})
