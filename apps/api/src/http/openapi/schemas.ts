/** Converts the contract's schemas to named JSON schemas with descriptions and examples. */
import type { Endpoint } from '@portal/contract/endpoint'
import type { Component, FieldText, FieldTexts, JsonObject } from '@portal/contract/field-text'
import * as z from 'zod/mini'

export interface JsonSchema extends JsonObject {
  /** A list for a value that can be null. */
  type?: string | string[]
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
  if (Array.isArray(schema.type) && keywords.type !== undefined)
    return { ...schema, ...keywords, type: [String(keywords.type), 'null'] }
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

  constructor(components: readonly Component[], calls: readonly Endpoint[], fields: FieldTexts) {
    this.#names = nameComponents(components, calls)
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

const pascalCase = (name: string): string =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

type ComponentNames = z.core.$ZodRegistry<{ id: string }>

/**
 * Gives every object of the contract a name, so that the document has no anonymous objects. Uses the names of the reference. Names other
 * objects after the call or the field that they belong to.
 */
function nameComponents(components: readonly Component[], calls: readonly Endpoint[]): ComponentNames {
  const names = z.registry<{ id: string }>()
  const visited = new Set<z.core.$ZodType>()

  function visit(schema: z.core.$ZodType, name: string): void {
    if (visited.has(schema)) return
    visited.add(schema)
    if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional)
      visit(schema.def.innerType, name)
    else if (schema instanceof z.ZodMiniArray) visit(schema.def.element, name.replace(/s$/, ''))
    else if (schema instanceof z.ZodMiniRecord) visit(schema.def.valueType, name)
    else if (schema instanceof z.ZodMiniObject) {
      if (!names.has(schema)) names.add(schema, { id: name })
      const own = names.get(schema)?.id ?? name
      for (const [field, inner] of Object.entries(schema.shape)) visit(inner, own + pascalCase(field))
    }
  }

  const named = components.filter(({ name }) => name !== undefined)
  for (const { schema, name = '' } of named) names.add(schema, { id: name })
  for (const { schema, name = '' } of named) visit(schema, name)
  for (const call of calls) {
    if (call.body) visit(call.body, `${pascalCase(call.name)}Request`)
    if ('body' in call.success) visit(call.success.body, `${pascalCase(call.name)}Response`)
    if ('rows' in call.success) visit(call.success.rows, `${pascalCase(call.name)}Row`)
  }
  return names
}

/** Composes the example of an object from the examples of its fields. */
export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const { examples, $ref, anyOf, items, properties } = schema
  if (examples) return examples[0]
  if ($ref) return exampleOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components)
  if (schema.const !== undefined) return schema.const
  if (anyOf?.[0]) return exampleOf(anyOf[0], components)
  if (items) return [exampleOf(items, components)]
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, exampleOf(field, components)]),
    )
  return schema.type === 'object' ? {} : null
}
