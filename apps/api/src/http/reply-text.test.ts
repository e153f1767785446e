/** A reply that takes the fast path or is serialized in parts has the same JSON as through its schema. */
import { workspaceSchema } from '@portal/contract/workspaces'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { countTurns } from '../testing/count-turns.ts'
import { longReplyCompiler, replyCompiler } from './reply-text.ts'

const routeOf = (schema: z.ZodMiniType) => ({ schema, method: 'GET', url: '/thing' })
const text = (schema: z.ZodMiniType, reply: unknown) => replyCompiler(routeOf(schema))(reply)
const textBySchema = (schema: z.ZodMiniType, reply: unknown) => serializerCompiler(routeOf(schema))(reply)

const workspace = {
  id: '01JD0000000000000000000000',
  displayName: 'A “workspace”',
  description: '',
  instanceUrl: 'https://app.systeminit.com',
  instanceEnvType: 'SI',
  isDefault: true,
  isFavourite: false,
  isHidden: false,
  approvalsEnabled: false,
  role: 'OWNER',
  creatorUserId: '01JD0000000000000000000001',
  creatorUser: { firstName: 'Pat', lastName: null },
  createdAt: '2026-11-21T12:00:00.000Z',
  quarantinedAt: null,
  memberCount: 3,
  lastOpenedAt: null,
}
const list = z.array(workspaceSchema)
const optional = z.object({ first: z.optional(z.string()), second: z.number(), third: z.optional(z.null()) })

describe('the JSON of a reply', () => {
  it.each<[string, z.ZodMiniType, unknown]>([
    ['with exactly the declared shape', list, [workspace, workspace]],
    ['with an empty list', list, []],
    ['with an undeclared field', list, [{ ...workspace, secret: 'x' }]],
    [
      'with an undeclared nested field',
      list,
      [{ ...workspace, creatorUser: { firstName: null, secret: 'x', lastName: null } }],
    ],
    ['with an undeclared first field', list, [{ secret: 'x', ...workspace }]],
    ['with its fields in another order', optional, { second: 1, first: 'x' }],
    ['with every optional field', optional, { first: 'x', second: 1, third: null }],
    ['without optional fields', optional, { second: 1 }],
    ['with an undefined field', optional, { first: undefined, second: 1 }],
    ['that inherits toJSON', optional, Object.assign(new Date(0), { second: 1 })],
    ['with its own toJSON', optional, { second: 1, toJSON: () => 'secret' }],
    ['with a checked number', z.object({ n: z.int() }), { n: 1 }],
    ['with a record', z.record(z.string(), z.number()), { a: 1 }],
    [
      'with a union type',
      z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
      { a: 'x', b: 'y' },
    ],
    ['with a strict object', z.strictObject({ a: z.literal('x') }), { a: 'x' }],
    ['with a loose object', z.looseObject({ a: z.string() }), { a: 'x', b: 'y' }],
  ])('%s is the same as through its schema', (_, schema, reply) => {
    expect(text(schema, reply)).toBe(textBySchema(schema, reply))
    expect(text(schema, reply)).not.toContain('secret')
  })

  it.each<[string, z.ZodMiniType, unknown]>([
    ['a missing field', list, [{ ...workspace, id: undefined }]],
    ['a wrong type', list, [{ ...workspace, memberCount: '3' }]],
    ['an undeclared enum value', list, [{ ...workspace, role: 'KING' }]],
    ['NaN', optional, { second: Number.NaN }],
    ['an absent field', optional, { first: 'x' }],
    ['an absent field before another', z.object({ a: z.string(), b: z.string() }), { b: 'x' }],
    ['a text that breaks a check', z.object({ a: z.string().check(z.minLength(2)) }), { a: 'x' }],
    ['a text where null is declared', optional, { second: 1, third: 'x' }],
    ['a number where a boolean is declared', z.object({ a: z.boolean() }), { a: 1 }],
    ['null in a non-nullable place', list, [null]],
    ['an object instead of a list', list, { 0: workspace, length: 1 }],
  ])('is refused with %s', (_, schema, reply) => {
    expect(() => text(schema, reply)).toThrow("Response doesn't match the schema")
  })
})

describe('the JSON of a reply with a long list', () => {
  const rows = (length: number) =>
    Array.from({ length }, (_, number) => ({ ...workspace, memberCount: number }))
  const page = z.object({ total: z.optional(z.number()), workspaces: list, next: z.nullable(z.string()) })
  const longText = (schema: z.ZodMiniType, reply: object) => longReplyCompiler(routeOf(schema))(reply)

  it.each<[string, z.ZodMiniType, object]>([
    ['of 101 rows', list, rows(101)],
    ['of 250 rows', list, rows(250)],
    ['as a field', page, { total: 200, workspaces: rows(200), next: null }],
    ['without an optional field', page, { workspaces: rows(101), next: 'x' }],
    [
      'alongside a short list',
      z.object({ first: list, second: list }),
      { first: rows(101), second: rows(1) },
    ],
    [
      'with undeclared fields',
      page,
      { workspaces: rows(101).map((row) => ({ ...row, key: 'x' })), next: null, key: 'x' },
    ],
    [
      'with an undefined nullable field',
      z.object({ list, next: z.nullable(z.optional(z.string())) }),
      { list: rows(101), next: undefined },
    ],
    ['in a union type', z.union([list, page]), rows(101)],
    ['in a loose object', z.looseObject({ workspaces: list }), { workspaces: rows(101), other: 'x' }],
  ])('%s is the same as through its schema', async (_, schema, reply) => {
    expect(await longText(schema, reply)).toBe(textBySchema(schema, reply))
  })

  it.each<[string, z.ZodMiniType, object]>([
    ['an invalid row at the end', page, { workspaces: [...rows(250), { ...workspace, id: 5 }], next: null }],
    ['a missing field', page, { workspaces: rows(101) }],
    ['undeclared fields of a strict object', z.strictObject({ list }), { list: rows(101), other: 'x' }],
    ['a failed check of its list', z.array(workspaceSchema).check(z.maxLength(150)), rows(151)],
    ['a failed check of its object', z.object({ list }).check(z.refine(() => false)), { list: rows(101) }],
  ])('is refused with %s', async (_, schema, reply) => {
    await expect(longText(schema, reply)).rejects.toThrow("Response doesn't match the schema")
  })
})

it('Serializing a long list lets other requests run after every hundred rows', async () => {
  const list = z.array(z.number())
  const serialize = longReplyCompiler(routeOf(list))
  const turns = await countTurns(() => serialize(Array.from({ length: 1_000 }, (_, at) => at)))
  expect(turns).toBeGreaterThanOrEqual(9)
})
