/** Compares a response with the OpenAPI document, as a validating proxy would. */
import type { Endpoint } from '@portal/contract/endpoint'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { readConfig } from '../config.ts'
import type { ApiResponse } from '../http/openapi/api-operation.ts'
import { type OpenApiDocument, openApiDocument, openApiPath } from '../http/openapi/document.ts'
import type { JsonSchema } from '../http/openapi/schemas.ts'
import { nounTexts } from '../nouns.ts'
import { addInternationalFormats } from './international-formats.ts'

export interface SentResponse {
  status: number
  headers: Readonly<Record<string, unknown>>
  body: string
}

interface HeaderText {
  required?: boolean
  schema: JsonSchema
}

/** Headers that clients act on. A response may only have them if the document describes them for its status. */
const followedHeaders = ['location', 'link', 'retry-after', 'www-authenticate']

interface Loaded {
  document: OpenApiDocument
  ajv: Ajv2020
}

/** Loaded at the first response, once per worker. Each schema is compiled when a response needs it. */
let loaded: Loaded | undefined
const compiled = new Map<string, ValidateFunction>()

function load(): Loaded {
  if (loaded) return loaded
  const document = openApiDocument(readConfig({ NODE_ENV: 'test' }), nounTexts)
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  formats.default(ajv)
  addInternationalFormats(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  loaded = { document, ajv }
  return loaded
}

const pointerOf = (...keys: (string | number)[]) =>
  keys
    .map((key) => `/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('')

/** Returns what is wrong with a value, or an empty text. `pointer` leads to a schema in the document. */
function problemOf(pointer: string, value: unknown): string {
  const { ajv } = load()
  const isValid = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
  compiled.set(pointer, isValid)
  return isValid(value) ? '' : ajv.errorsText(isValid.errors, { dataVar: 'body' })
}

interface Place {
  response: ApiResponse
  pointer: string
}

/** Finds the description of a status. Returns undefined if there is none. */
function describedResponse({ path, method }: Endpoint, status: number): Place | undefined {
  const { document } = load()
  const keys = [openApiPath(path), method.toLowerCase()] as const
  const response = document.paths[keys[0]]?.[keys[1]]?.responses[status]
  if (!response) return undefined
  if (!response.$ref) return { response, pointer: pointerOf('paths', ...keys, 'responses', status) }
  const name = response.$ref.split('/').at(-1) ?? ''
  const shared = document.components.responses[name]
  return shared && { response: shared, pointer: pointerOf('components', 'responses', name) }
}

function headerProblems({ response }: Place, { headers }: SentResponse): string[] {
  const described = Object.entries((response.headers ?? {}) as Record<string, { $ref: string }>)
  const undescribed = followedHeaders
    .filter((name) => headers[name] !== undefined)
    .filter((name) => !described.some(([known]) => known.toLowerCase() === name))
    .map((name) => `the header ${name} is not described`)
  const wrong = described.flatMap(([name, { $ref }]) => {
    const component = $ref.split('/').at(-1) ?? ''
    const { required, schema } = (load().document.components.headers as Record<string, HeaderText>)[
      component
    ] as HeaderText
    const value = headers[name.toLowerCase()]
    if (value === undefined) return required ? [`the header ${name} is missing`] : []
    const typed = schema.type === 'integer' ? Number(value) : value
    const problem = problemOf(pointerOf('components', 'headers', component, 'schema'), typed)
    return problem ? [`the header ${name} is ${value}: ${problem}`] : []
  })
  return [...undescribed, ...wrong]
}

function bodyProblems({ response, pointer }: Place, { headers, body }: SentResponse): string[] {
  const described = Object.keys(response.content ?? {})
  if (described.length === 0) return body === '' ? [] : ['there is a body, but none is described']
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  if (!described.includes(type)) return [`the content type is "${type}", not ${described.join(' or ')}`]
  if (type !== 'application/json') return []
  const problem = problemOf(`${pointer}${pointerOf('content', type, 'schema')}`, JSON.parse(body))
  return problem ? [problem] : []
}

/** Returns how a response of a call differs from its description. */
export function responseProblems(call: Endpoint, sent: SentResponse): string[] {
  const place = describedResponse(call, sent.status)
  if (!place) return [`status ${sent.status} is not described`]
  return [...headerProblems(place, sent), ...bodyProblems(place, sent)]
}
