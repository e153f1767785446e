/** The fields of an object, with the fields of the objects inside it. */
import type { JsonSchema } from '../openapi/schemas.ts'
import { type Html, html, inline } from './html.ts'

type Components = Readonly<Record<string, JsonSchema>>

const nameOf = ({ $ref }: JsonSchema) => $ref?.split('/').at(-1)

/** Returns the part of a schema that is not null. */
const filled = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

/** Describes the type in words, such as `list of Workspace or null`. */
export function typeText(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.$ref) return nameOf(schema) ?? ''
  if (schema.items) return `list of ${typeText(schema.items)}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : ''
  const [type = 'any', ...orNull] = [schema.type ?? []].flat()
  return [type + format, ...orNull].join(' or ')
}

const limits: readonly (readonly [keyword: string, text: string])[] = [
  ['minLength', 'at least $ characters'],
  ['maxLength', 'at most $ characters'],
  ['minimum', 'at least $'],
  ['maximum', 'at most $'],
  ['maxItems', 'at most $ items'],
]

/** The limits and the values of a field. */
function limitsText(schema: JsonSchema): Html {
  const { enum: values, ...rest } = filled(schema)
  const texts = limits
    .filter(([keyword]) => Number.isFinite(rest[keyword]) && Math.abs(Number(rest[keyword])) < 2 ** 31)
    .filter(([keyword]) => !(keyword === 'minLength' && rest[keyword] === 1))
    .map(([keyword, text]) => text.replace('$', Number(rest[keyword]).toLocaleString('en-US')))
  if (texts.length > 0) return html` <span class="limits">${texts.join(', ')}</span>`
  return values
    ? html` <span class="limits">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`
    : html``
}

export function fieldRow(name: string, schema: JsonSchema, isRequired: boolean, description = ''): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td>${typeText(schema)}</td>
    <td>${isRequired ? 'yes' : 'no'}</td>
    <td>${inline(description)}${limitsText(schema)}</td>
  </tr>`
}

export const fieldTable = (
  caption: string,
  rows: readonly Html[],
): Html => html`<div class="wide" tabindex="0" role="group" aria-label="${caption}">
  <table>
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Description</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>
</div>`

/** Returns the names of all components in a schema, without duplicates, in the order of their fields. */
function innerNames(schema: JsonSchema, components: Components, found = new Set<string>()): Set<string> {
  for (const one of [schema, schema.items, ...(schema.anyOf ?? [])]) {
    const name = one && nameOf(one)
    if (name === undefined || found.has(name)) continue
    found.add(name)
    for (const field of Object.values(components[name]?.properties ?? {}))
      innerNames(field, components, found)
  }
  if (schema.items?.anyOf) innerNames(schema.items, components, found)
  return found
}

/** The tables of all objects in a body. */
export function schemaTables(schema: JsonSchema, components: Components, idPrefix: string): Html[] {
  return [...innerNames(schema, components)].map((name) => {
    const { properties = {}, required = [], description } = components[name] ?? {}
    const rows = Object.entries(properties).map(([field, inner]) =>
      fieldRow(field, inner, required.includes(field), inner.description),
    )
    return html`<details id="${idPrefix}-${name}">
      <summary>${description === undefined ? name : `${name}: ${description}`}</summary>
      ${rows.length > 0 ? fieldTable(`Fields of ${name}`, rows) : html`<p>An object without fields.</p>`}
    </details>`
  })
}
