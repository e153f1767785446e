/** How the texts of the API reference are written. */
import type * as z from 'zod/mini'

export type JsonObject = Record<string, unknown>

export interface FieldText {
  description: string
  /** A valid value. Missing for objects and lists, whose examples consist of their fields. */
  example?: unknown
  /** JSON Schema keywords that Zod's schema doesn't have, such as the format. */
  schema?: JsonObject
}

/** Texts by field name. A name means the same everywhere, unless a component has its own text for it. */
export type FieldTexts = Readonly<Record<string, FieldText>>

export const text = (description: string, example?: unknown, schema?: JsonObject): FieldText => ({
  description,
  ...(example === undefined ? {} : { example }),
  ...(schema ? { schema } : {}),
})

export const date = (description: string, example = '2026-11-02T09:30:00.000Z'): FieldText =>
  text(description, example, { format: 'date-time' })

export const email = (description: string, example = 'ada@example.com'): FieldText =>
  text(description, example, { format: 'idn-email' })

export const url = (description: string, example: string): FieldText =>
  text(description, example, { format: 'iri' })

export const count = (description: string, example = 3): FieldText =>
  text(description, example, { type: 'integer', minimum: 0 })

/** A named object of the API. */
export interface Component {
  schema: z.ZodMiniType
  /** Undefined for query parameters, which are listed one by one. */
  name: string | undefined
  description: string
  /** The texts of fields whose meaning here differs from other objects. */
  fields: FieldTexts
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

export const component = <S extends Shape>(
  schema: z.ZodMiniObject<S>,
  name: string,
  description: string,
  fields: { [Field in keyof S]?: FieldText } = {},
): Component => ({ schema, name, description, fields: fields as FieldTexts })

/** The texts of query parameters whose meaning in this call differs from other calls. */
export const queryTexts = <S extends Shape>(
  schema: z.ZodMiniObject<S>,
  fields: { [Field in keyof S]?: FieldText },
): Component => ({ schema, name: undefined, description: '', fields: fields as FieldTexts })
