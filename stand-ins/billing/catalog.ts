import type { Price, Product } from './stripe-objects.ts'

const since = 1_727_222_400

/** The available plans, by the name that scripts use. */
const plans = {
  trial: { planCode: 'trial', name: '30-day free trial', cents: 0, exceedsFreeTier: false },
  free: { planCode: 'free', name: 'Free subscription', cents: 0, exceedsFreeTier: false },
  monthly: { planCode: 'monthly', name: 'Monthly subscription', cents: 10_000, exceedsFreeTier: true },
  internal: { planCode: 'si_internal', name: 'Internal', cents: 0, exceedsFreeTier: false },
} as const

export type PlanName = keyof typeof plans
export const planNames = Object.keys(plans) as PlanName[]

export const priceIdOf = (plan: PlanName) => `price_${plan}`

function productOf(plan: PlanName): Product {
  const { name, planCode } = plans[plan]
  return {
    id: `prod_${plan}`,
    object: 'product',
    active: true,
    created: since,
    description: name,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: { planCode },
    name,
    type: 'service',
    updated: since,
    url: null,
  }
}

function priceOf(plan: PlanName): Price {
  const { name, planCode, cents, exceedsFreeTier } = plans[plan]
  return {
    id: priceIdOf(plan),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: since,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: plan,
    metadata: { planCode, exceededFreeTier: String(exceedsFreeTier) },
    nickname: name,
    product: `prod_${plan}`,
    recurring: { interval: 'month', interval_count: 1, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: String(cents),
  }
}

export const products: readonly Product[] = planNames.map(productOf)
export const prices: readonly Price[] = planNames.map(priceOf)

export function findPrice(id: string): Price | undefined {
  return prices.find((price) => price.id === id)
}
