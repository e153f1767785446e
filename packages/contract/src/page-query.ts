import * as z from 'zod/mini'
import { listPageMaxSize } from './limits.ts'

/** Keyset pagination. Without these parameters a list is returned whole. */
export const pageQuery = z.object({
  limit: z.optional(
    z.string().check(
      z.regex(/^[1-9][0-9]{0,3}$/),
      z.refine((text) => Number(text) <= listPageMaxSize),
    ),
  ),
  after: z.optional(z.string().check(z.maxLength(200))),
})

/** Whether a request asks for a page of a list, by query parameters that may be invalid. */
export const isPaged = ({ limit, after }: { limit?: unknown; after?: unknown }): boolean =>
  limit !== undefined || after !== undefined
