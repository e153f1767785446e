import * as z from 'zod/mini'

/** An event from the billing provider. For the documentation only: the billing library verifies and parses the raw body. */
export const billingEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), customer: z.string() }) }),
})
