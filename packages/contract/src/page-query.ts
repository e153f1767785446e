import * as z from 'zod/mini'
import { listPageMaxSize } from './limits.ts'
import { lineOf } from './text-rules.ts'

const limitMessage = `Enter a whole number from 1 to ${listPageMaxSize}`

/** Keyset pagination. Without these parameters a list is returned whole. */
export const pageQuery = z.object({
  limit: z.optional(
    z
      .string(limitMessage)
      .check(
        z.refine((text) => /^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= listPageMaxSize, limitMessage),
      ),
  ),
  after: z.optional(lineOf(200)),
})

/** Whether a request asks for a page of a list, by query parameters that may be invalid. */
export const isPaged = ({ limit, after }: { limit?: unknown; after?: unknown }): boolean =>
  limit !== undefined || after !== undefined
