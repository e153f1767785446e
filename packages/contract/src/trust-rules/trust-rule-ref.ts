import * as z from 'zod/mini'

/** The trust rule as other objects refer to it. Separate from the calls, because most pages that need it don't make them. */
export const trustRuleRefSchema = z.object({ id: z.string(), name: z.string() })
export type TrustRuleRef = z.infer<typeof trustRuleRefSchema>
