import type { FastifyReply } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { BillingParts } from './billing-ledger.ts'
import { type Card, type CardInput, readCard } from './test-cards.ts'

export const standIn = 'billing provider'

/** The values that the customer typed, and what is wrong with them. */
export interface Typed {
  card?: CardInput
  problem?: string
}

/** Renders the card form with the values the customer typed. */
export function cardForm(action: string, button: string, { card, problem }: Typed): Html {
  return html`<form method="post" action="${action}" novalidate>
${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" value="${card?.number}" placeholder="4242 4242 4242 4242" required>
<div class="row"><div class="grow"><label for="expiry">Expiry</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" value="${card?.expiry}" placeholder="MM / YY" required></div>
<div class="grow"><label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" value="${card?.cvc}" placeholder="123" required></div></div>
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" value="${card?.name}" required>
<button class="full">${button}</button>
</form>
<p class="soft">Test cards: <code>4242 4242 4242 4242</code> succeeds,
<code>4000 0000 0000 0002</code> is declined, <code>4000 0000 0000 0341</code> is taken and refuses every charge.
Any later expiry and any CVC will do.</p>`
}

/**
 * Takes a submitted card and redirects, or shows the page again with the problem.
 * @param take returns why the card was refused
 */
export async function takeCard(
  { ledger, sender }: BillingParts,
  reply: FastifyReply,
  body: unknown,
  form: {
    customerId: string
    show: (typed: Typed) => Page
    take: (card: Card) => string | undefined
    next: string
  },
): Promise<FastifyReply> {
  const typed = {
    name: formField(body, 'name', 200),
    number: formField(body, 'number', 40),
    expiry: formField(body, 'expiry', 10),
    cvc: formField(body, 'cvc', 6),
  }
  const card = readCard(typed, new Date(ledger.now(form.customerId) * 1_000))
  const problem = typeof card === 'string' ? card : form.take(card)
  if (problem !== undefined) return sendPage(reply, 402, form.show({ card: typed, problem }))
  await sender.settle()
  return reply.redirect(form.next, 303)
}
