import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import * as z from 'zod/mini'
import type { FakeApi } from './fake-api.ts'

interface JsonSchema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

function emptyValue(schema: JsonSchema): unknown {
  const { type, format, enum: words, anyOf, properties = {}, required = [] } = schema
  if (schema.const !== undefined) return schema.const
  if (words) return words[0]
  if (anyOf) return emptyValue(anyOf.find((each) => each.type === 'null') ?? anyOf[0] ?? {})
  if (type === 'null') return null
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'string') return format === 'date-time' ? '2025-01-01T00:00:00.000Z' : 'text'
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, emptyValue(properties[name] ?? {})]))
  return 0
}

function emptyBody({ success }: Endpoint): unknown {
  if ('rows' in success) return []
  if ('body' in success)
    return emptyValue(z.toJSONSchema(success.body, { unrepresentable: 'any' }) as JsonSchema)
}

const emptyBodies = calls
  .filter(({ method }) => method === 'GET')
  .map((call) => [call, emptyBody(call)] as const)

/** Answers every read with the emptiest body that its schema allows: no rows, null where possible, no optional fields. */
export function answerReadsEmpty(api: FakeApi): void {
  for (const [call, body] of emptyBodies) api.answer(call, 200, body)
}
