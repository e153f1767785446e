/**
 * The text of a reply. What has exactly the declared shape is written as it stands; all else goes through its schema, which
 * strips what is not declared and refuses what is wrong (HOUSE section 3). A look at the shape costs a tenth of the schema.
 */
import { serializerCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'

/** Whether a value is exactly what a schema says, with nothing beside it and its fields in the declared order. */
type Look = (value: unknown) => boolean

const noLook: Look = () => false

/** What is neither a transform nor a check of its own: the rest is left to the schema. */
const plainKeys = new Set(['type', 'checks', 'error', 'entries', 'values', 'shape', 'element', 'innerType'])

function lookOf(schema: z.core.$ZodType): Look {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.checks?.length || !Object.keys(def).every((key) => plainKeys.has(key))) return noLook
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
      return orIs(null, lookOf(def.innerType))
    case 'optional':
      return orIs(undefined, lookOf(def.innerType))
    case 'array':
      return lookAtEach(lookOf(def.element))
    case 'object':
      return lookAtFields(def.shape)
    default:
      return noLook
  }
}

const orIs =
  (other: null | undefined, look: Look): Look =>
  (value) =>
    value === other || look(value)

const lookAtEach =
  (look: Look): Look =>
  (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value) if (!look(item)) return false
    return true
  }

function lookAtFields(shape: Readonly<Record<string, z.core.$ZodType>>): Look {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    look: lookOf(schema),
    isOptional: schema._zod.def.type === 'optional',
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    // Others may write themselves in a way of their own.
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    const record = value as Record<string, unknown>
    let at = 0
    for (const name in record) {
      while (fields[at]?.name !== name) {
        if (!fields[at]?.isOptional) return false
        at += 1
      }
      if (!fields[at]?.look(record[name])) return false
      at += 1
    }
    for (; at < fields.length; at++) if (!fields[at]?.isOptional) return false
    return true
  }
}

export const replyCompiler: typeof serializerCompiler = (route) => {
  const bySchema = serializerCompiler(route)
  const schema = 'properties' in route.schema ? route.schema.properties : route.schema
  const isAsDeclared = lookOf(schema)
  return (reply) => (isAsDeclared(reply) ? JSON.stringify(reply) : bySchema(reply))
}
