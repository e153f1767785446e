/** A reply is what its schema makes of it, however it is written (HOUSE section 3). */
import { workspaceSchema } from '@portal/contract/workspaces'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { replyCompiler } from './reply-text.ts'

const routeOf = (schema: z.ZodMiniType) => ({ schema, method: 'GET', url: '/thing' })
const text = (schema: z.ZodMiniType, reply: unknown) => replyCompiler(routeOf(schema))(reply)
const textBySchema = (schema: z.ZodMiniType, reply: unknown) => serializerCompiler(routeOf(schema))(reply)

const workspace = {
  id: '01JD0000000000000000000000',
  displayName: 'A “workspace”',
  description: null,
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

describe('the text of a reply', () => {
  it.each<[string, z.ZodMiniType, unknown]>([
    ['of exactly the declared shape', list, [workspace, workspace]],
    ['of none', list, []],
    ['with an undeclared field', list, [{ ...workspace, secret: 'x' }]],
    [
      'with an undeclared field within',
      list,
      [{ ...workspace, creatorUser: { firstName: null, secret: 'x', lastName: null } }],
    ],
    ['with an undeclared field in front', list, [{ secret: 'x', ...workspace }]],
    ['in another order', optional, { second: 1, first: 'x' }],
    ['with everything that may be absent', optional, { first: 'x', second: 1, third: null }],
    ['with nothing that may be absent', optional, { second: 1 }],
    ['with something undefined', optional, { first: undefined, second: 1 }],
    ['that would write itself', optional, Object.assign(new Date(0), { second: 1 })],
    ['with a method to write itself', optional, { second: 1, toJSON: () => 'secret' }],
    ['of a number with a check', z.object({ n: z.int() }), { n: 1 }],
    ['of a record', z.record(z.string(), z.number()), { a: 1 }],
    [
      'of one shape or another',
      z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
      { a: 'x', b: 'y' },
    ],
    ['of a strict shape', z.strictObject({ a: z.literal('x') }), { a: 'x' }],
    ['of a loose shape', z.looseObject({ a: z.string() }), { a: 'x', b: 'y' }],
  ])('%s is the one that its schema makes', (_, schema, reply) => {
    expect(text(schema, reply)).toBe(textBySchema(schema, reply))
    expect(text(schema, reply)).not.toContain('secret')
  })

  it.each<[string, z.ZodMiniType, unknown]>([
    ['a missing field', list, [{ ...workspace, id: undefined }]],
    ['a wrong type', list, [{ ...workspace, memberCount: '3' }]],
    ['a word that is none of the declared', list, [{ ...workspace, role: 'KING' }]],
    ['no number', optional, { second: Number.NaN }],
    ['null where nothing may be null', list, [null]],
    ['an object in the place of a list', list, { 0: workspace, length: 1 }],
  ])('is none with %s', (_, schema, reply) => {
    expect(() => text(schema, reply)).toThrow("Response doesn't match the schema")
  })
})
