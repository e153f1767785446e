/** Converts the contract's schemas to named JSON schemas with descriptions and examples. */
import type { Component, FieldText, FieldTexts, JsonObject } from '@portal/contract/field-text'
import * as z from 'zod/mini'
import type { ComponentNames } from './component-names.ts'

export interface JsonSchema extends JsonObject {
  type?: string
  description?: string
  $ref?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
}

export type Direction = 'input' | 'output'

const isNull = ({ type }: JsonSchema) => type === 'null'

/** Adds the keywords of a field's text to its schema, or to the part that is not null. */
function withKeywords(schema: JsonSchema, keywords: JsonObject | undefined): JsonSchema {
  if (!keywords) return schema
  if (schema.anyOf) {
    return { ...schema, anyOf: schema.anyOf.map((one) => (isNull(one) ? one : withKeywords(one, keywords))) }
  }
  // A query parameter is a string on the wire, but the document shows the number that it stands for.
  return keywords.type === undefined || schema.type !== 'string' ? { ...schema, ...keywords } : keywords
}

/** Returns the example of a field. For an enum, that is its first value, unless the text names another one. */
function exampleOfField(schema: JsonSchema, { example }: FieldText): unknown {
  const values = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  return values && !values.includes(example) ? values[0] : (schema.const ?? example)
}

function withText(schema: JsonSchema, text: FieldText | undefined): JsonSchema {
  if (!text) return schema
  const example = exampleOfField(schema, text)
  return {
    ...withKeywords(schema, text.schema),
    description: text.description,
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

export class Schemas {
  readonly components: Record<string, JsonSchema> = {}
  readonly #names: ComponentNames
  readonly #fields: FieldTexts
  readonly #byName: Map<string | undefined, Component>
  readonly #bySchema: Map<z.core.$ZodType, Component>

  constructor(names: ComponentNames, components: readonly Component[], fields: FieldTexts) {
    this.#names = names
    this.#fields = fields
    this.#byName = new Map(components.map((component) => [component.name, component]))
    this.#bySchema = new Map(components.map((component) => [component.schema, component]))
  }

  /** Adds an object as a component and returns a reference to it. Returns any other schema itself. */
  add(schema: z.ZodMiniType, direction: Direction): JsonSchema {
    const root = this.#convert(schema, direction)
    const name = this.#names.get(schema)?.id
    if (name === undefined) return this.#complete(root, {})
    this.#define(name, root)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Returns the fields of an object that is not a component: path or query parameters. */
  fieldsOf(schema: z.ZodMiniType): JsonSchema {
    return this.#complete(this.#convert(schema, 'input'), this.#bySchema.get(schema)?.fields ?? {})
  }

  #convert(schema: z.ZodMiniType, io: Direction): JsonSchema {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: this.#names })
    const { $schema: _, $defs = {}, ...root } = json as JsonSchema & { $defs?: Record<string, JsonSchema> }
    for (const [name, definition] of Object.entries($defs)) this.#define(name, definition)
    return root
  }

  #define(name: string, definition: JsonSchema): void {
    const component = this.#byName.get(name)
    this.components[name] ??= {
      ...this.#complete(definition, component?.fields ?? {}),
      ...(component ? { description: component.description } : {}),
    }
  }

  /** Adds texts and examples to all fields. Allows additional properties, because objects may get new fields. */
  #complete(schema: JsonSchema, own: FieldTexts): JsonSchema {
    const { id: _, additionalProperties, ...rest } = schema
    const { $ref, properties, anyOf, items } = rest
    return {
      ...rest,
      ...($ref ? { $ref: $ref.replace('#/$defs/', '#/components/schemas/') } : {}),
      ...(items ? { items: this.#complete(items, {}) } : {}),
      ...(anyOf ? { anyOf: anyOf.map((one) => this.#complete(one, {})) } : {}),
      ...(additionalProperties ? { additionalProperties } : {}),
      ...(properties
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([name, field]) => [
                name,
                withText(this.#complete(field, {}), own[name] ?? this.#fields[name]),
              ]),
            ),
          }
        : {}),
    }
  }
}
