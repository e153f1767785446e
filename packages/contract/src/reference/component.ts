import type * as z from 'zod/mini'
import type { FieldText, FieldTexts } from './field-text.ts'

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
