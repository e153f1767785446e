/** The rules of a save's fields, applied to what it changes. */
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

/** What is stored of a text: trimmed and composed, an empty one as null. */
export function cleanText(text: string | null | undefined): string | null {
  return text?.trim().normalize('NFC') || null
}

/** Whether two texts are stored alike. */
export function isSameText(one: string | null | undefined, other: string | null | undefined): boolean {
  return one === other || cleanText(one) === cleanText(other)
}

function textAt(values: unknown, path: readonly PropertyKey[]): string | null {
  let found = values
  for (const key of path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return typeof found === 'string' ? cleanText(found) : null
}

/**
 * Throws `ValidationError` for the values that break their rule, unless they are stored already: a value that today's
 * rule refuses, such as a name that staff made, must not block the save of another field. An empty required field is
 * refused, stored or not.
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
