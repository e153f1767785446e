/** Composes the example of an object from the examples of its fields. */
import type { JsonSchema } from './schemas.ts'

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
