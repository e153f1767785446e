/** Paging (RULES section 2). */
import * as z from 'zod/mini'
import { listPageMaxSize } from './limits.ts'

/** Lists come whole without parameters; these page them by key. */
export const pageQuery = z.object({
  limit: z.optional(
    z.string().check(
      z.regex(/^[1-9][0-9]{0,3}$/),
      z.refine((text) => Number(text) <= listPageMaxSize),
    ),
  ),
  after: z.optional(z.string().check(z.maxLength(200))),
})
