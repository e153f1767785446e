import * as z from 'zod/mini'
import { component } from './component.ts'
import { count, text } from './field-text.ts'

/** An event from the billing provider. For the documentation only: the billing library verifies and parses the raw body. */
export const billingEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), customer: z.string() }) }),
})

const changed = billingEventSchema.shape.data.shape.object

export const eventComponents = [
  component(billingEventSchema, 'BillingEvent', 'An event from the billing provider.', {
    id: text('The id of the event. A repeated event changes nothing.', 'evt_1QaBcD2eFgH3iJkL'),
    type: text('What happened.', 'customer.subscription.updated'),
    created: count('When it happened, in seconds since 1970.', 1_793_600_000),
    data: text('The data of the event.'),
  }),
  component(billingEventSchema.shape.data, 'BillingEventData', 'The data of a billing event.', {
    object: text('The changed object. The API reads the current state of its customer.'),
  }),
  component(changed, 'BillingEventObject', 'The changed object. Its other fields are ignored.', {
    id: text("The billing provider's id of the object.", 'sub_1QaBcD2eFgH3iJkL'),
    object: text('The kind of object.', 'subscription'),
    customer: text("The billing provider's id of the customer.", 'cus_PqR5sT7uV9'),
  }),
]
