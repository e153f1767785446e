/** Gives every object of the contract a name, so that the document has no anonymous objects. */
import type { Endpoint } from '@portal/contract/endpoint'
import type { Component } from '@portal/contract/field-text'
import * as z from 'zod/mini'

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

export type ComponentNames = z.core.$ZodRegistry<{ id: string }>

/** Uses the names of the reference. Names other objects after the call or the field that they belong to. */
export function nameComponents(components: readonly Component[], calls: readonly Endpoint[]): ComponentNames {
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
