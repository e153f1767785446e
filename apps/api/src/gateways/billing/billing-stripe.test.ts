/** Event signatures and subscriptions, on Stripe's library. */
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { ForgedEventError } from './billing.ts'
import { subscriptionThatCounts } from './billing-objects.ts'
import { StripeBilling } from './billing-stripe.ts'

const config = readConfig({ NODE_ENV: 'test' })
const gateway = new StripeBilling(config)
const { webhooks } = new Stripe('sk_test_none')

const now = new Date('2026-11-21T12:00:00Z')
const seconds = now.getTime() / 1_000
const event = (fields: object) => JSON.stringify({ id: 'evt_1', object: 'event', ...fields })
const payload = event({
  type: 'customer.subscription.updated',
  data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_1' } },
})
const sign = (body: string, timestamp = seconds, secret = 'whsec_local') =>
  webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
const read = (body: string, signature: string | undefined) =>
  gateway.readEvent(Buffer.from(body), signature, now)

describe('a billing event', () => {
  it('is accepted with a valid signature', async () => {
    expect(await read(payload, sign(payload))).toEqual({
      id: 'evt_1',
      type: 'customer.subscription.updated',
      customerId: 'cus_1',
      setupIntentId: undefined,
      isTrialEnding: false,
      isCheckoutCompleted: false,
    })
  })

  it('is refused when it is 5 minutes old', async () => {
    expect((await read(payload, sign(payload, seconds - 299))).id).toBe('evt_1')
    await expect(read(payload, sign(payload, seconds - 300))).rejects.toThrow(ForgedEventError)
  })

  it.each([
    ['another secret', payload, sign(payload, seconds, 'whsec_other')],
    ['another body', payload.replace('cus_1', 'cus_2'), sign(payload)],
    ['another time', payload, sign(payload).replace(/t=\d+/, `t=${seconds - 1}`)],
    ['no signature', payload, undefined],
    ['nonsense', payload, 't=x,v1=y'],
    ['no body', '', sign('')],
    ['a body that is not JSON', 'x', sign('x')],
  ])('is refused with %s', async (_, body, signature) => {
    await expect(read(body, signature)).rejects.toThrow(ForgedEventError)
  })

  it('names its customer and setup intent if it is about a customer or a checkout', async () => {
    const about = async (type: string, object: object) => {
      const body = event({ type, data: { object } })
      const { customerId, setupIntentId } = await read(body, sign(body))
      return [customerId, setupIntentId]
    }
    expect(await about('customer.updated', { object: 'customer', id: 'cus_1' })).toEqual(['cus_1', undefined])
    const checkout = { object: 'checkout.session', customer: 'cus_1', setup_intent: 'seti_1' }
    expect(await about('checkout.session.completed', checkout)).toEqual(['cus_1', 'seti_1'])
    expect(await about('charge.succeeded', { object: 'charge', customer: 'cus_1' })).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('subscriptionThatCounts', () => {
  const subscription = (fields: object, price: object = { id: 'price_monthly', metadata: {} }) =>
    ({
      id: 'sub_1',
      status: 'active',
      created: 1,
      metadata: {},
      trial_end: null,
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      items: { data: [{ price, current_period_end: seconds }] },
      ...fields,
    }) as unknown as Stripe.Subscription

  it('prefers an active subscription, then the newest', () => {
    const all = [
      subscription({ id: 'sub_ended', status: 'canceled', created: 9 }),
      subscription({ id: 'sub_old', status: 'active', created: 1 }),
      subscription({ id: 'sub_new', status: 'active', created: 2 }),
      subscription({ id: 'sub_owing', status: 'past_due', created: 3 }),
    ]
    expect(subscriptionThatCounts(all, config)?.id).toBe('sub_new')
    expect(subscriptionThatCounts([], config)).toBeNull()
  })

  it('takes the plan from the metadata of the price, else from the configuration', () => {
    const plan = (price: object, fields: object = {}) => {
      const found = subscriptionThatCounts([subscription(fields, price)], config)
      return [found?.planCode, found?.isFreeTierExceeded]
    }
    expect(plan({ id: 'price_1', metadata: { planCode: 'si_internal' } })).toEqual(['si_internal', false])
    expect(plan({ id: 'price_1', metadata: { planCode: 'x', exceededFreeTier: 'true' } })).toEqual([
      'x',
      true,
    ])
    expect(plan({ id: 'price_monthly', metadata: {} })).toEqual(['monthly', true])
    expect(plan({ id: 'price_trial', metadata: {} })).toEqual(['trial', false])
    const overridden = { metadata: { exceededFreeTier: 'false' } }
    expect(plan({ id: 'price_monthly', metadata: {} }, overridden)).toEqual(['monthly', false])
  })

  it('has an end only for a trial or a canceled subscription', () => {
    const end = (fields: object) => subscriptionThatCounts([subscription(fields)], config)?.endingAt ?? null
    expect(end({ status: 'trialing', trial_end: seconds })).toEqual(now)
    expect(end({ cancel_at: seconds })).toEqual(now)
    expect(end({ cancel_at_period_end: true })).toEqual(now)
    expect(end({ trial_end: seconds })).toBeNull()
  })

  it('marks a canceled trial as canceled', () => {
    const isCanceled = (fields: object) =>
      subscriptionThatCounts([subscription({ status: 'trialing', trial_end: seconds, ...fields })], config)
        ?.isCanceled
    expect(isCanceled({})).toBe(false)
    expect(isCanceled({ cancel_at_period_end: true })).toBe(true)
    expect(isCanceled({ cancel_at: seconds })).toBe(true)
  })
})
