/** No string field of any call accepts a text that exceeds its limit or has a forbidden character. See docs/product/errors.md#text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { profileSchema } from '../account/account.ts'
import { billingInputSchema } from '../billing/billing.ts'
import { calls } from '../calls.ts'
import type { Endpoint } from '../endpoint.ts'
import { workspaceChangeSchema } from '../workspaces/workspaces.ts'
import { isTooLong } from './text-rules.ts'

/** The subset of JSON Schema that the calls use. */
interface InputSchema {
  /** A list for a value that can be null. */
  type?: string | string[]
  properties?: Record<string, InputSchema>
  items?: InputSchema
  anyOf?: InputSchema[]
  enum?: unknown[]
  maxLength?: number
}

/** The server validates the changed fields of these calls with another schema, because a stored text may break today's rules. */
const rulesOfSaves: Record<string, z.ZodMiniType> = {
  'account.update': profileSchema,
  'account.completeProfile': profileSchema,
  'workspaces.update': workspaceChangeSchema,
  'billing.saveDetails': billingInputSchema,
}

interface TextField {
  path: string[]
  maxLength: number | undefined
}

function textFieldsOf(schema: InputSchema, path: string[] = []): TextField[] {
  if (schema.enum) return []
  if ([schema.type].flat().includes('string')) return [{ path, maxLength: schema.maxLength }]
  return [
    ...(schema.anyOf ?? []).flatMap((option) => textFieldsOf(option, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => textFieldsOf(inner, [...path, key])),
    ...(schema.items ? textFieldsOf(schema.items, [...path, '0']) : []),
  ]
}

const withText = ([key, ...rest]: string[], text: string): unknown =>
  key === undefined ? text : key === '0' ? [withText(rest, text)] : { [key]: withText(rest, text) }

/** Whether the schema refuses the text at this path. Other fields of the value are missing, and their issues are ignored. A union refuses the value as a whole. */
function isRefused(schema: z.ZodMiniType, path: string[], text: string): boolean {
  const issues = z.safeParse(schema, withText(path, text)).error?.issues ?? []
  const at = path.join('.')
  return issues.some(({ code, path: refused }) => {
    const where = refused.join('.')
    return where === at || (code === 'invalid_union' && at.startsWith(`${where}.`))
  })
}

const schemasOf = (call: Endpoint) =>
  [call.params, call.query, rulesOfSaves[call.name] ?? call.body].filter((part) => part !== undefined)

/** Every text field of every call, with the schema that validates it. */
const fields = calls.flatMap((call) =>
  schemasOf(call).flatMap((schema) =>
    textFieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema).map(
      (field) => ({ name: `${call.name} ${field.path.join('.')}`, schema, ...field }),
    ),
  ),
)

/** The beginnings of hostile texts, and the characters that pad them. */
const start = fc.constantFrom(
  '',
  'Ada',
  '<b>',
  'a\r\nBcc: x@evil.example',
  'javascript:alert(1)',
  '//evil.example/',
  'https://evil.example/',
  'one@example.com,two@example.com',
  '2024-08-14T12:00:00.',
  '1d',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
)
const unit = fc.constantFrom(
  '𝒜',
  '𠮷',
  '👩‍🚀',
  'e\u0301',
  '\u0301',
  '\ud835',
  '\udc9c',
  '\u202e',
  '\u2067',
  '\u200f',
  'א',
  'a',
)
const piece = fc.tuple(unit, fc.nat(12)).map(([text, count]) => text.repeat(count))
const padded = fc
  .tuple(start, fc.array(piece, { maxLength: 6 }), start)
  .map(([head, middle, tail]) => head + middle.join('') + tail)
const forbidden = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

describe.each(fields)('$name', ({ name, schema, path, maxLength }) => {
  it('refuses forbidden characters anywhere in the text', () => {
    fc.assert(
      fc.property(padded, (text) => {
        if (forbidden.test(text)) expect(isRefused(schema, path, text), JSON.stringify(text)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('refuses every text over the limit, whatever its characters', () => {
    const limit = maxLength ?? 100
    const long = fc
      .tuple(start, unit, fc.constantFrom(1, 2, 3))
      .map(([head, text, times]) => head + text.repeat(limit * times + 1))
    fc.assert(
      fc.property(long, (text) => {
        expect(isTooLong(text, limit)).toBe(true)
        expect(isRefused(schema, path, text), JSON.stringify(text.slice(0, 40))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('refuses every text that would be stored with more characters than the limit', () => {
    const limit = maxLength ?? 100
    if (name.startsWith('oauth.')) return
    for (const head of ['', 'a@', `${'\ufb2c'.repeat(20)}@`, 'https://a.example/', '/'])
      for (const tail of ['', '.co', '.example/']) {
        const text = head + '\ufb2c'.repeat(Math.max(limit - head.length - tail.length, 0)) + tail
        if (isRefused(schema, path, text)) continue
        expect([...text.normalize('NFC')].length, JSON.stringify(text.slice(0, 40))).toBeLessThanOrEqual(
          limit,
        )
      }
  })

  it('checks the characters of a text that exceeds the limit only in code units', () => {
    const limit = maxLength ?? 100
    for (const hostile of ['<b>\u0007', 'javascript:alert(1)\u0007', '//evil.example\u0007']) {
      const text = hostile + '𝒜'.repeat(Math.max(limit - hostile.length, 0))
      expect(isRefused(schema, path, text)).toBe(true)
    }
  })
})

it('covers the texts of every call that has input', () => {
  expect(fields.length).toBeGreaterThan(60)
})
