import { noSuch } from './stripe-error.ts'
import { make, type Price } from './stripe-objects.ts'

const since = 1_727_222_400

/** The available plans, by the name that scripts use. */
const plans = {
  trial: { planCode: 'trial', nickname: '30-day free trial', cents: 0, exceedsFreeTier: false },
  free: { planCode: 'free', nickname: 'Free subscription', cents: 0, exceedsFreeTier: false },
  monthly: { planCode: 'monthly', nickname: 'Monthly subscription', cents: 10_000, exceedsFreeTier: true },
  internal: { planCode: 'si_internal', nickname: 'Internal', cents: 0, exceedsFreeTier: false },
} as const

export type PlanName = keyof typeof plans
export const planNames = Object.keys(plans) as PlanName[]

export const prices = planNames.map((plan): Price => {
  const { nickname, planCode, cents, exceedsFreeTier } = plans[plan]
  return make<Price>({
    id: `price_${plan}`,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: since,
    currency: 'usd',
    livemode: false,
    lookup_key: plan,
    metadata: { planCode, exceededFreeTier: String(exceedsFreeTier) },
    nickname,
    product: `prod_${plan}`,
    recurring: { interval: 'month', interval_count: 1, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount: cents,
  })
})

/** @throws StripeError if there is no such price */
export function priceFor(id: string, param = 'price'): Price {
  const price = prices.find((each) => each.id === id)
  if (!price) throw noSuch('price', id, param, 400)
  return price
}

export const priceOf = (plan: PlanName): Price => priceFor(`price_${plan}`)
