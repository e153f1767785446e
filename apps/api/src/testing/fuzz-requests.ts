/** Generates random requests from the OpenAPI description, mostly close to valid input. */
import fc from 'fast-check'
import type { InputSchema } from './sample-input.ts'

/** The parts of the OpenAPI description that the fuzzer uses. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: object
}
interface Operation {
  operationId: string
  parameters: { name: string; in: string; schema: InputSchema }[]
  requestBody?: { content: Record<string, { schema: InputSchema }> }
  responses: Record<string, object>
}

/** The users of the scene, and invalid credentials. */
export const credentials = [
  'owner',
  'editor',
  'stranger',
  'staff',
  'apiToken',
  'instanceToken',
  'nobody',
  'badSession',
  'badToken',
] as const

export interface FuzzRequest {
  operationId: string
  method: string
  /** The path, with `{name}` in place of each parameter. */
  template: string
  declaredStatuses: number[]
  credential: (typeof credentials)[number]
  /** A value, or null to use the scene's value of that name. */
  params: Record<string, string | null>
  query: [string, string][]
  body: Body
  headers: Record<string, string>
}
export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'raw'; text: string; type: string }

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  "' or '1'='1",
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\ud800',
  '\u202Ex',
  'a\r\nb: c',
  '=1+1',
  '{{7*7}}',
  '-1',
  '1e309',
  '9'.repeat(40),
  'a'.repeat(10_000),
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '//evil.example',
  '/path',
  'http://localhost:8080',
  'javascript:alert(1)',
  'https://user@evil.example',
  'somebody@example.com',
  'OWNER',
  '2024-02-30',
  '0000-00-00',
  '2024-08-14',
  '9999-12-31T23:59:59.999Z',
  '1d',
  '-1d',
  '99999999999y',
)
/** Characters of two code units, half of such a pair, combining marks, and marks that change the direction of the text. */
const foreignUnit = fc.constantFrom(
  ...['𝒜', '𠮷', '👩‍🚀', '🇩🇪', '\ud835', '\udc9c', 'e\u0301', '\u0301', '\u200d', '\ufeff'],
  ...['\u202e', '\u202a', '\u202c', '\u2066', '\u2067', '\u2069', '\u200e', '\u200f', 'א', 'ب'],
)
/** Up to 4,000 of them, so that every limit is reached in code units, in characters, or not at all. */
const foreignText = fc.oneof(
  fc.string({ unit: foreignUnit, maxLength: 40 }),
  fc
    .tuple(foreignUnit, fc.constantFrom(20, 99, 100, 128, 250, 256, 500, 2_048, 4_000))
    .map(([unit, count]) => unit.repeat(count)),
)
const unmixedText = fc.oneof(
  nasty,
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  foreignText,
)
const anyText = fc.oneof(
  { weight: 3, arbitrary: unmixedText },
  { weight: 1, arbitrary: fc.tuple(unmixedText, foreignText, unmixedText).map((parts) => parts.join('')) },
)
const plainText = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })

/** Generates values that match the schema. */
function fitting(schema: InputSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer()
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 3 })
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(
      ([name, inner]) => [name, near(inner)] as const,
    )
    const requiredKeys = schema.required ?? []
    return fc.record(Object.fromEntries(fields), { requiredKeys })
  }
  return fc.oneof({ weight: 3, arbitrary: plainText }, { weight: 2, arbitrary: anyText })
}

const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(anyText, { maxLength: 3 }))
const near = (schema: InputSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: anyJson },
  )

const unknownFields = fc.dictionary(
  fc.constantFrom(
    'id',
    'role',
    'isStaff',
    'emailVerified',
    'quarantinedAt',
    'requestUlid',
    '__proto__',
    'constructor',
    'x',
  ),
  anyJson,
  { maxKeys: 3 },
)

const mediaTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  'x',
)
const rawTexts = fc.oneof(
  anyText,
  fc.constantFrom(
    '{',
    '[',
    '[[[[',
    '{"a":',
    'null',
    '"x"',
    '1',
    '{}{}',
    'a=b&a=c',
    '--x\r\n',
    '{"__proto__":1}',
  ),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => '['.repeat(depth)),
)

function bodyOf(operation: Operation): fc.Arbitrary<Body> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const raw = fc.record({ kind: fc.constant('raw' as const), text: rawTexts, type: mediaTypes })
  const none = fc.constant<Body>({ kind: 'none' })
  if (!schema) return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: raw })
  const json = fc
    .tuple(fitting(schema), fc.option(unknownFields, { nil: {} }))
    .map(([value, extra]): Body => ({ kind: 'json', value: { ...extra, ...(value as object) } }))
  const any = anyJson.map((value): Body => ({ kind: 'json', value }))
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: any },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: none },
  )
}

/** Generates header values that HTTP allows. */
const headerValue = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'request-ulid',
    'traceparent',
    'tracestate',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
    'accept',
    'accept-encoding',
    'if-none-match',
    'range',
    'origin',
    'x-xsrf-token',
    'cookie',
    'authorization',
    'user-agent',
    'stripe-signature',
    'sec-fetch-site',
  ),
  headerValue,
  { maxKeys: 2 },
)

function requestOf(template: string, method: string, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const named = (place: string) => operation.parameters.filter((parameter) => parameter.in === place)
  const param = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyText })
  const params = fc.record(Object.fromEntries(named('path').map(({ name }) => [name, param])))
  const known = named('query').map(({ name, schema }) =>
    fc.option(
      near(schema).map((value): [string, string] => [name, textOf(value)]),
      { nil: undefined, freq: 2 },
    ),
  )
  const odd = fc.option(fc.tuple(plainText, anyText), { nil: undefined, freq: 1 })
  const query = fc
    .tuple(...known, odd)
    .map((pairs) => pairs.filter((pair): pair is [string, string] => pair !== undefined))
  const statuses = Object.keys(operation.responses).map(Number)
  return fc.record({
    operationId: fc.constant(operation.operationId),
    method: fc.constant(method.toUpperCase()),
    template: fc.constant(template),
    declaredStatuses: fc.constant(statuses),
    credential: fc.oneof(
      { weight: 5, arbitrary: fc.constant('owner' as const) },
      { weight: 3, arbitrary: fc.constant('staff' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...credentials) },
    ),
    params,
    query,
    body: bodyOf(operation),
    headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
  })
}

/** Replaces every reference to a component with the component itself. */
function withoutReferences<Value>(value: Value, description: Description): Value {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, description)) as Value
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    const path = value.$ref.split('/').slice(1)
    const found = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], description)
    return withoutReferences(found as Value, description)
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutReferences(inner, description)])
  return Object.fromEntries(entries) as Value
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Generates a request to any operation of the description. */
export function fuzzRequests(description: Description): fc.Arbitrary<FuzzRequest> {
  const all = Object.entries(description.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, ...operation }]) =>
      requestOf(template, method, {
        ...operation,
        ...withoutReferences({ parameters, ...(requestBody ? { requestBody } : {}) }, description),
      }),
    ),
  )
  return fc.oneof(...all)
}
