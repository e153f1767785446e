import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { type Card, readCard } from './test-cards.ts'

export interface CardFields {
  name: string
  number: string
  expiry: string
  cvc: string
}

export const emptyCard: CardFields = { name: '', number: '', expiry: '', cvc: '' }

export function cardFieldsOf(body: unknown): CardFields {
  return {
    name: formField(body, 'name', 200),
    number: formField(body, 'number', 40),
    expiry: formField(body, 'expiry', 10),
    cvc: formField(body, 'cvc', 6),
  }
}

/** Returns the card, or the error message to show. */
export function cardOf(fields: CardFields, now: Date): Card | string {
  if (fields.name === '') return 'Enter the name on the card.'
  return readCard(fields, now)
}

/** Renders the card form with the values the customer typed. */
export function cardForm(options: {
  action: string
  button: string
  typed: CardFields
  problem?: string | undefined
}): Html {
  const { action, button, typed, problem } = options
  return html`<form method="post" action="${action}" novalidate>
${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" value="${typed.number}" placeholder="4242 4242 4242 4242" required>
<div class="row"><div class="grow"><label for="expiry">Expiry</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" value="${typed.expiry}" placeholder="MM / YY" required></div>
<div class="grow"><label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" value="${typed.cvc}" placeholder="123" required></div></div>
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" value="${typed.name}" required>
<button class="full">${button}</button>
</form>`
}

/** Lists the test cards on the payment pages. */
export const testCardHint = html`<p class="soft">Test cards: <code>4242 4242 4242 4242</code> succeeds,
<code>4000 0000 0000 0002</code> is declined, <code>4000 0000 0000 0341</code> is taken and refuses every charge.
Any later expiry and any CVC will do.</p>`
