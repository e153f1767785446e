/** Stripe's published test card numbers and the result of each. */
export interface CardInput {
  name: string
  number: string
  /** In the form `MM / YY`. */
  expiry: string
  cvc: string
}

export interface Card {
  holder: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  /** The error message for every charge, although the card can be attached. */
  refusesCharges?: string
}

const declined = 'Your card was declined.'

const brands: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
]

const refused: Record<string, string> = {
  '4000000000000002': declined,
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': "Your card's security code is incorrect.",
  '4000000000000119': 'An error occurred while processing your card. Try again in a little bit.',
}

const accepted = ['4242424242424242', '5555555555554444', '378282246310005', '4000000000000341']

function isLuhnValid(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function readExpiry(expiry: string): { month: number; year: number } | undefined {
  const found = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(expiry.trim())
  if (!found) return undefined
  const [month, year] = [Number(found[1]), Number(found[2])]
  return { month, year: year < 100 ? 2_000 + year : year }
}

/** Validates a card like Stripe's form. Returns the card, or the error message to show. */
export function readCard(input: CardInput, now: Date): Card | string {
  if (input.name === '') return 'Enter the name on the card.'
  const number = input.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) return 'Your card number is invalid.'
  const expiry = readExpiry(input.expiry)
  if (!expiry || expiry.month < 1 || expiry.month > 12) return "Your card's expiration date is incomplete."
  if (expiry.year * 12 + expiry.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
    return "Your card's expiration date is in the past."
  if (!/^\d{3,4}$/.test(input.cvc.trim())) return "Your card's security code is incomplete."
  const refusal = refused[number]
  if (refusal !== undefined) return refusal
  if (!accepted.includes(number))
    return 'Your card was declined. Your request was in test mode, but used a non test card.'
  return {
    holder: input.name,
    brand: brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown',
    last4: number.slice(-4),
    exp_month: expiry.month,
    exp_year: expiry.year,
    ...(number === '4000000000000341' ? { refusesCharges: declined } : {}),
  }
}
