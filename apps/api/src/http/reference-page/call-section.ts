/** One call of the reference: its purpose, its parameters, its response and its errors. */
import { isErrorType } from '@portal/contract/errors'
import type { ApiOperation, ApiResponse, Media } from '../openapi/api-operation.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { fieldRow, fieldTable, schemaTables, typeText } from './field-table.ts'
import { type Html, html, inline, paragraphs } from './html.ts'

const schemeNames: Record<string, string> = {
  bearer: 'Bearer token',
  portalSession: 'Session cookie',
  xsrfToken: 'XSRF token',
  tokenCookie: 'Token cookie',
}

function credentialsText({ security }: ApiOperation): string {
  if (security.length === 0) return 'None'
  const names = security.map((schemes) => Object.keys(schemes).map((name) => schemeNames[name] ?? name))
  return names.map((all) => (all.length === 0 ? 'None' : all.join(' with '))).join(', or ')
}

/** Returns the component that a reference to a parameter or a response leads to. */
function resolve<Part extends { $ref?: string }>(
  part: Part,
  components: Readonly<Record<string, Part>>,
): Part {
  return part.$ref ? (components[part.$ref.split('/').at(-1) ?? ''] ?? part) : part
}

function parameterTable(operation: ApiOperation, { components }: OpenApiDocument): Html {
  if (operation.parameters.length === 0) return html``
  const shared = components.parameters as unknown as Record<string, ApiOperation['parameters'][number]>
  const rows = operation.parameters.map((part) => {
    const { name, schema, required, description, in: place } = resolve(part, shared)
    return fieldRow(name, schema, required === true, `${description} (${place})`)
  })
  return fieldTable('Parameters', rows)
}

const exampleBlock = (label: string, media: Media): Html =>
  media.example === undefined
    ? html``
    : html`<h3>${label}</h3><pre tabindex="0" role="group" aria-label="${label}"><code>${JSON.stringify(media.example, null, 2)}</code></pre>`

function bodyPart(title: string, media: Media | undefined, document: OpenApiDocument, id: string): Html {
  if (!media) return html``
  return html`<p>${title}: ${typeText(media.schema)}</p>
    ${schemaTables(media.schema, document.components.schemas, id)}
    ${exampleBlock(`Example of the ${title.toLowerCase()}`, media)}`
}

/** The errors of one status, each with what to do about it. */
function errorRows(status: string, response: ApiResponse): Html[] {
  const kinds =
    response.content?.['application/json']?.schema.allOf?.[1]?.properties?.kind?.enum?.filter(isErrorType) ??
    []
  const texts = (response.description ?? '').split('\n\n').map((text) => text.replace(/^`\w+`: /, ''))
  return kinds.map(
    (kind, index) =>
      html`<tr><th scope="row"><code>${String(kind)}</code></th><td>${status}</td><td>${inline(texts[index] ?? '')}</td></tr>`,
  )
}

function errorTable(operation: ApiOperation, { components }: OpenApiDocument): Html {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => errorRows(status, resolve(response, components.responses)))
  return html`<details>
    <summary>Errors (${rows.length})</summary>
    <div class="wide" tabindex="0" role="group" aria-label="Errors of ${operation.operationId}">
      <table>
        <caption>Errors</caption>
        <thead><tr><th scope="col">Type</th><th scope="col">Status</th><th scope="col">What to do</th></tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  </details>`
}

/** Removes references to the handbook, because readers of the page don't have its files. */
const withoutHandbook = (description: string) =>
  description.replace(/ \(docs\/product\/[^)]+\)/g, '').replace(/(?:^|\n\n)Handbook: .+$/, '')

export function callSection(
  method: string,
  path: string,
  operation: ApiOperation,
  document: OpenApiDocument,
): Html {
  const { operationId, summary, description, requestBody, responses } = operation
  const answer = responses[200]?.content?.['application/json']
  const other = [204, 302].flatMap((status) => responses[status]?.description ?? [])
  return html`<section>
    <h2 id="${operationId}">${inline(summary)}</h2>
    <p class="call"><strong>${method.toUpperCase()}</strong> <code>${path}</code></p>
    ${paragraphs(withoutHandbook(description))}
    <p>Credentials: ${credentialsText(operation)}</p>
    ${parameterTable(operation, document)}
    ${bodyPart('Request body', requestBody?.content['application/json'], document, `${operationId}-request`)}
    ${bodyPart('Response', answer, document, `${operationId}-answer`)}
    ${other.map((text) => html`<p>Response: ${inline(text)}</p>`)}
    ${errorTable(operation, document)}
  </section>`
}
