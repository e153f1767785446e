/**
 * Serializes replies. A reply with exactly the declared shape is written as it is. Any other reply goes through its schema,
 * which strips undeclared fields and throws on invalid ones. The shape check costs a tenth of running the schema.
 */
import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { isLong, splitInTurns } from './long-list.ts'

/** Whether a value has exactly the declared fields, in the declared order, with valid values. */
type ShapeCheck = (value: unknown) => boolean

const neverMatches: ShapeCheck = () => false

/** The keys of schema definitions without transforms or custom checks. Other definitions always run the schema. */
const plainKeys = new Set(['type', 'checks', 'error', 'entries', 'values', 'shape', 'element', 'innerType'])

function shapeCheckOf(schema: z.core.$ZodType): ShapeCheck {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.checks?.length || !Object.keys(def).every((key) => plainKeys.has(key))) return neverMatches
  switch (def.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === def.type
    case 'number':
      return Number.isFinite
    case 'null':
      return (value) => value === null
    case 'enum':
    case 'literal': {
      const { values } = schema._zod
      return (value) => values?.has(value as z.core.util.Primitive) === true
    }
    case 'nullable':
      return orIs(null, shapeCheckOf(def.innerType))
    case 'optional':
      return orIs(undefined, shapeCheckOf(def.innerType))
    case 'array':
      return checkEach(shapeCheckOf(def.element))
    case 'object':
      return checkFields(def.shape)
    default:
      return neverMatches
  }
}

const orIs =
  (other: null | undefined, check: ShapeCheck): ShapeCheck =>
  (value) =>
    value === other || check(value)

const checkEach =
  (check: ShapeCheck): ShapeCheck =>
  (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value) if (!check(item)) return false
    return true
  }

function checkFields(shape: Readonly<Record<string, z.core.$ZodType>>): ShapeCheck {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    check: shapeCheckOf(schema),
    isOptional: schema._zod.def.type === 'optional',
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    // Other prototypes may define their own `toJSON`.
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    const record = value as Record<string, unknown>
    let at = 0
    for (const name in record) {
      while (fields[at]?.name !== name) {
        if (!fields[at]?.isOptional) return false
        at += 1
      }
      if (!fields[at]?.check(record[name])) return false
      at += 1
    }
    for (; at < fields.length; at++) if (!fields[at]?.isOptional) return false
    return true
  }
}

export const replyCompiler: typeof serializerCompiler = (route) => {
  const bySchema = serializerCompiler(route)
  const schema = 'properties' in route.schema ? route.schema.properties : route.schema
  // Built for the first reply, because a short-lived process never replies on most routes.
  let isAsDeclared: ShapeCheck | undefined
  return (reply) => {
    isAsDeclared ??= shapeCheckOf(schema)
    return isAsDeclared(reply) ? JSON.stringify(reply) : bySchema(reply)
  }
}

interface Route {
  schema: z.core.$ZodType
  method: string
  url: string
}

/**
 * Like `replyCompiler`, for replies with long lists: lets other requests run after every hundred rows. A list that is optional,
 * nullable or has checks, a union, and an object with checks or a catchall are serialized in one turn.
 */
export function longReplyCompiler(route: Route): (reply: object) => Promise<string> {
  const { def } = route.schema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'array') return listSerializer(route)
  if (def.type !== 'object' || def.checks?.length || def.catchall) {
    const serialize = replyCompiler(route)
    return async (reply) => serialize(reply)
  }
  const fields = Object.entries(def.shape).map(([name, schema]) => {
    const ofField = { ...route, schema }
    return {
      name,
      serialize: schema._zod.def.type === 'array' ? listSerializer(ofField) : replyCompiler(ofField),
    }
  })
  return async (reply) => {
    const texts: string[] = []
    for (const { name, serialize } of fields) {
      // Undefined for an absent field.
      const text: string | undefined = await serialize((reply as Record<string, unknown>)[name])
      if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`)
    }
    return `{${texts.join(',')}}`
  }
}

function listSerializer(route: Route): (rows: unknown) => Promise<string> {
  const serialize = replyCompiler(route)
  const isChecked = Boolean(route.schema._zod.def.checks?.length)
  return async (rows) => {
    if (isChecked || !Array.isArray(rows) || !isLong(rows)) return serialize(rows)
    const texts: string[] = []
    for await (const part of splitInTurns(rows)) texts.push(serialize(part).slice(1, -1))
    return `[${texts.join(',')}]`
  }
}
