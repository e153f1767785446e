/** Validates only the fields that a save changes. */
import { descriptionMaxLength } from '@portal/contract/limits'
import { cleanLine } from '@portal/contract/text/clean-line'
import * as z from 'zod/mini'
import { Refusal } from '../errors/refusal.ts'

/** The stored form of a text, with an empty text as null. */
export function cleanText(text: string | null | undefined): string | null {
  return cleanLine(text ?? '') || null
}

/** Whether two texts have the same stored form. */
export function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  return one === other || cleanText(one) === cleanText(other)
}

/** No stored text has more code units. Normalizing a much longer one would take a second. */
const storedMaxUnits = 2 * descriptionMaxLength

function textAt(values: unknown, path: readonly PropertyKey[]): string | null {
  let found = values
  for (const key of path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[key]
  if (typeof found !== 'string') return null
  return found.length > storedMaxUnits ? found : cleanText(found)
}

/**
 * Throws `ValidationError` for invalid values, except values that are already stored. A stored value that breaks a current
 * rule, such as a name that staff entered, must not block saving another field. An empty required field is always refused.
 */
export function checkChangedFields(schema: z.ZodMiniType, sent: object, stored: object): void {
  const issues = (z.safeParse(schema, sent).error?.issues ?? [])
    .filter(({ path }) => {
      const text = textAt(sent, path)
      return text === null || text !== textAt(stored, path)
    })
    .map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = issues
  if (first) throw new Refusal('ValidationError', first.message, { issues })
}
