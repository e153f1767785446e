import * as z from 'zod/mini'
import { listCursorMaxLength, listPageMaxSize } from './limits.ts'
import { lineOf } from './text/text-rules.ts'

const limitMessage = `Enter a whole number from 1 to ${listPageMaxSize}`

/** A query parameter is a text, which the description of the API shows as the integer that it stands for. */
const limitSchema = z
  .string(limitMessage)
  .check(z.refine((text) => /^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= listPageMaxSize, limitMessage))
z.globalRegistry.add(limitSchema, { type: 'integer', minimum: 1, maximum: listPageMaxSize })

/**
 * Keyset pagination. Without these parameters a list is returned up to its largest page. If more rows follow, the answer has the
 * address of the next page as `Link: <…>; rel="next"`. See docs/product/errors.md#lists.
 */
export const pageQuery = z.object({
  limit: z.optional(limitSchema),
  /** The opaque cursor of the previous page, from its `Link` header. */
  after: z.optional(lineOf(listCursorMaxLength)),
})
