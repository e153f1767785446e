import { type ActiveSubscription, type BillingOverview, billing } from '@portal/contract/billing/billing'
import { describe, expect, it } from 'vitest'
import { billingOverview } from '../../testing/billing.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderApp } from '../../testing/render-app.tsx'

const subscription = (more: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  planCode: 'free',
  isTrial: false,
  endingAt: null,
  exceededFreeTier: false,
  ...more,
})

const trial = { planCode: 'trial', isTrial: true, endingAt: '2025-01-20T12:00:00.000Z' }

async function open(activeSubscription: ActiveSubscription | null) {
  const app = await renderApp('/workspaces', {
    prepare: (api) => api.reply(billing.activeSubscription, { activeSubscription }),
  })
  return { ...app, card: app.screen.getByRole('region', { name: 'Your subscription' }) }
}

describe('the tier card', () => {
  it.each([
    ['SI INTERNAL', subscription({ planCode: 'si_internal', isTrial: true, exceededFreeTier: true })],
    ['30-DAY FREE TRIAL', subscription({ ...trial, exceededFreeTier: true })],
    ['MONTHLY SUBSCRIPTION', subscription({ planCode: 'monthly', exceededFreeTier: true })],
    ['FREE SUBSCRIPTION', subscription()],
    ['FREE SUBSCRIPTION', null],
  ])('shows %s', async (label, active) => {
    const { card } = await open(active)
    await expect.element(card.getByText(label, { exact: true })).toBeVisible()
  })

  it('shows on which day a trial ends', async () => {
    const { card } = await open(subscription(trial))
    await expect.element(card.getByText('Ends end of day January 20, 2025')).toBeVisible()
  })

  it.each<[string, ActiveSubscription, Partial<BillingOverview>]>([
    ['Payment is overdue', subscription(), { unpaidSince: '2025-01-05T12:00:00.000Z' }],
    ['Add payment details', subscription({ exceededFreeTier: true }), { paymentDetailsSet: false }],
    ['Ending now', subscription(trial), { next: 'monthly' }],
  ])('says "%s" and links to billing', async (words, active, overview) => {
    const app = await renderApp('/workspaces', {
      prepare: (api) => {
        api.reply(billing.activeSubscription, { activeSubscription: active })
        api.reply(billing.overview, { billingOverview: billingOverview(overview) })
      },
    })
    const card = app.screen.getByRole('region', { name: 'Your subscription' })
    await card.getByRole('link', { name: words }).click()
    await expect.poll(app.address).toBe('/billing')
  })

  it('links to the pricing', async () => {
    const { card } = await open(subscription())
    await expect
      .element(card.getByRole('link', { name: /^Pricing/ }))
      .toHaveAttribute('href', 'https://www.systeminit.com/pricing')
  })

  it('is hidden when billing is unavailable, and the page still works', async () => {
    const { screen } = await renderApp('/workspaces', {
      prepare: (api) => api.refuse(billing.activeSubscription, 'BillingUnavailable'),
    })
    await expect.element(screen.getByRole('link', { name: 'Create New Workspace' })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Your subscription' })).not.toBeInTheDocument()
    expect(screen.getByRole('alert').elements()).toEqual([])
    expect(loggedFailures()).toHaveLength(1)
  })
})
