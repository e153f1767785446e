import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import type { Component, FieldText } from './field-text.ts'
import type { sharedFields } from './shared-texts.ts'

/** The names of all fields of a schema, those of inner objects included. */
type FieldOf<S> =
  S extends z.ZodMiniObject<infer Shape>
    ? (keyof Shape & string) | FieldOf<Shape[keyof Shape]>
    : S extends z.ZodMiniOptional<infer Inner> | z.ZodMiniNullable<infer Inner>
      ? FieldOf<Inner>
      : S extends z.ZodMiniArray<infer Item>
        ? FieldOf<Item>
        : S extends z.ZodMiniRecord<z.core.$ZodRecordKey, infer Value>
          ? FieldOf<Value>
          : never

type PartOf<E> =
  | (E extends { params: infer S } ? S : never)
  | (E extends { query: infer S } ? S : never)
  | (E extends { body: infer S } ? S : never)
  | (E extends { success: { body: infer S } | { rows: infer S } } ? S : never)

/** The fields of a noun's calls that no other noun has. */
type OwnField<Calls> = Exclude<FieldOf<PartOf<Calls[keyof Calls]>>, keyof typeof sharedFields>

export interface Texts {
  fields: Readonly<Record<string, FieldText>>
  /** The objects with a name of their choice. Others are named after the call or the field that they belong to. */
  components?: readonly Component[]
}

/** The texts of a noun. A field without a text does not compile. A text that a second noun needs too moves to shared-texts.ts. */
export const texts = <Calls extends Readonly<Record<string, Endpoint>>>(
  declared: Texts & { fields: Readonly<Record<OwnField<Calls>, FieldText>> },
): Texts => declared
