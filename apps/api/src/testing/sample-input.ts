/** Generates valid input from a call's schemas, for tests that cover every call. */
import type { Endpoint } from '@portal/contract/endpoint'
import * as z from 'zod/mini'

/** The subset of JSON Schema that the calls use. */
export interface InputSchema {
  /** A list for a value that can be null. */
  type?: string | string[]
  properties?: Record<string, InputSchema>
  required?: string[]
  items?: InputSchema
  anyOf?: InputSchema[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  minimum?: number
  pattern?: string
}

export type Part = 'params' | 'query' | 'body'

/** Returns the schema of one part of a call, or undefined if it has none. In a query, numbers are texts. */
export function inputSchemaOf(call: Endpoint, part: Part): InputSchema | undefined {
  const schema = call[part]
  const input = schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema)
  if (!input?.properties || part !== 'query') return input
  const asText = (field: InputSchema) => (field.type === 'integer' ? { ...field, type: 'string' } : field)
  const properties = Object.entries(input.properties).map(([name, field]) => [name, asText(field)])
  return { ...input, properties: Object.fromEntries(properties) }
}

/** Valid strings, by field name. */
const texts: Record<string, string> = {
  email: 'somebody.new@example.com',
  userEmail: 'somebody.new@example.com',
  confirmation: 'somebody.else@example.com',
  instanceUrl: 'http://localhost:8080',
  pictureUrl: 'https://pictures.example/me.png',
  expiration: '1d',
  overlap: '1d',
  country: 'DE',
  startDate: '2024-08-14',
  endDate: '2024-08-21',
  until: '2099-01-01T00:00:00.000Z',
  tosVersionId: '2024-09-25',
  discordUsername: 'somebody',
  githubUsername: 'somebody',
  limit: '10',
  redirect: '/path',
  signup: '1',
  reauthenticate: '1',
  cli_redir: '9003',
  userCode: 'BCDF-GHJK',
  reason: 'A sample reason',
}

function sampleOf(schema: InputSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  const [first] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (first) return sampleOf(first, name)
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, name)] : []
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property, key)]),
    )
  return texts[name] ?? 'Sample'
}

/** Returns a valid value for every field that the part declares. */
export function sampleInput(call: Endpoint, part: Part): Record<string, unknown> | undefined {
  const schema = inputSchemaOf(call, part)
  return schema && (sampleOf(schema, '') as Record<string, unknown>)
}

/** Returns the path of every string field in a schema. */
export function textFields(schema: InputSchema | undefined, path: string[] = []): string[][] {
  if (!schema) return []
  if (schema.enum || schema.const !== undefined) return []
  if ([schema.type].flat().includes('string')) return [path]
  return [
    ...(schema.anyOf ?? []).flatMap((option) => textFields(option, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => textFields(inner, [...path, key])),
    ...(schema.items ? textFields(schema.items, [...path, '0']) : []),
  ]
}

/** Returns a copy of a body with the value at a path replaced. */
export function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const inner = (body as Record<string, unknown> | undefined)?.[key]
  if (Array.isArray(body)) return [withValue(inner, rest, value)]
  return { ...(body as object), [key]: withValue(inner, rest, value) }
}
