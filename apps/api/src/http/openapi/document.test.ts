/** The OpenAPI document contains everything that is needed to use the API. */
import { calls } from '@portal/contract/calls'
import { declaredErrors, type Endpoint } from '@portal/contract/endpoint'
import { tokenErrorKinds } from '@portal/contract/errors'
import type { JsonObject } from '@portal/contract/field-text'
import { members } from '@portal/contract/members/members'
import { sharedFields } from '@portal/contract/shared-texts'
import { signIn } from '@portal/contract/sign-in/sign-in'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../config.ts'
import { nounTexts } from '../../nouns.ts'
import { addInternationalFormats } from '../../testing/international-formats.ts'
import type { ApiOperation, ApiResponse } from './api-operation.ts'
import { openApiDocument, openApiPath } from './document.ts'
import type { JsonSchema } from './schemas.ts'

const reference = 'the texts of its noun'
const document = openApiDocument(readConfig({ NODE_ENV: 'test' }), nounTexts)
const operationOf = ({ path, method }: Endpoint) =>
  document.paths[openApiPath(path)]?.[method.toLowerCase()] as ApiOperation
const responseOf = ({ $ref, ...response }: ApiResponse): ApiResponse =>
  $ref ? (document.components.responses[$ref.split('/').at(-1) ?? ''] ?? response) : response

const objects = Object.entries(document.components.schemas)
const operations = calls.map((call) => ({ call, operation: operationOf(call) }))

/** Returns every text with its path. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [`name in ${path}`, name] as [string, string],
    ...textsIn(inner, `${path}/${name}`),
  ])
}

/** A sentence, a list of codes, or a reference to the handbook. */
const isComplete = (text: string) => /[.)`]$|^Handbook: docs\/product\/\S+#\S+$/.test(text)

/** Generators name an anonymous type after its object and its field, such as `UserReason`. */
it('gives no two fields the same generated type name', () => {
  const generated = objects.flatMap(([name, { properties = {} }]) =>
    Object.keys(properties as object).map((field) => ({
      name: `${name}${field[0]?.toUpperCase()}${field.slice(1)}`,
      field: `${name}.${field}`,
    })),
  )
  const byName = Map.groupBy(generated, ({ name }) => name.toLowerCase())
  const colliding = [...byName.values()].filter((same) => same.length > 1)
  expect(colliding.map((same) => same.map(({ field }) => field))).toEqual([])
})

describe('the texts of the OpenAPI document', () => {
  it('are never empty, and contain no empty code span, double space or colon without a value', () => {
    const gap = /^$|^\s|\s$|``|: (?:\n|$)| {2}/
    expect(textsIn(document).filter(([, text]) => gap.test(text))).toEqual([])
  })

  it('are complete sentences in every paragraph of a description', () => {
    const descriptions = textsIn(document).filter(([path]) =>
      /^\/(?:components|paths)\/(?!.*\/example\/).*\/description$/.test(path),
    )
    const cut = descriptions.filter(([, text]) => !text.split('\n\n').every(isComplete))
    expect(descriptions.length).toBeGreaterThan(1_000)
    expect(cut).toEqual([])
  })

  it('have an example for every field of every object', () => {
    const isComposed = (schema: JsonSchema) =>
      ['$ref', 'items', 'allOf', 'anyOf', 'properties'].some((keyword) => keyword in schema)
    const missing = objects.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([, schema]) => !isComposed(schema) && schema.type !== 'null' && schema.examples === undefined,
        )
        .map(([field]) => `${name}.${field}: add an example to ${reference}`),
    )
    expect(missing).toEqual([])
  })

  it('describe every parameter, with an example', () => {
    const missing = operations.flatMap(({ call, operation }) =>
      operation.parameters
        .filter(({ $ref, description, example }) => !$ref && (!description || example === undefined))
        .map(({ name }) => `${call.name} ${name}: add a text with an example to ${reference}`),
    )
    expect(missing).toEqual([])
  })

  it('are defined once for each field name and each component name', () => {
    const names = [sharedFields, ...nounTexts.map((texts) => texts.fields)].flatMap(Object.keys)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    const components = nounTexts.flatMap((texts) => texts.components?.flatMap(({ name }) => name ?? []) ?? [])
    expect(components.toSorted()).toEqual([...new Set(components)].toSorted())
  })

  it('describe no field that does not exist', () => {
    const used = new Set([
      ...objects.flatMap(([, { properties = {} }]) => Object.keys(properties)),
      ...operations.flatMap(({ operation }) => operation.parameters.map(({ name }) => name)),
    ])
    expect(Object.keys(sharedFields).filter((name) => !used.has(name))).toEqual([])
  })

  it('describe every tag', () => {
    const described = document.tags.map(({ name }) => name)
    expect([...new Set(operations.flatMap(({ operation }) => operation.tags))].toSorted()).toEqual(
      described.toSorted(),
    )
  })
})

/** Returns the paths of all objects inside a schema. */
function innerObjects(schema: JsonSchema, path: string): string[] {
  const inner = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})]
  return inner.flatMap((one) => (one ? [...(one.properties ? [path] : []), ...innerObjects(one, path)] : []))
}

describe('the required role in the OpenAPI document', () => {
  const { description: forInviters } = operationOf(members.invite)
  const { description: forMembers } = operationOf(members.list)

  it('is named for a call that not every member may make', () => {
    expect(forInviters).toContain('Requires the role `OWNER` or `APPROVER` in the workspace.')
    expect(forInviters).not.toContain('Every member')
  })

  it('is not named for a call that every member may make', () => {
    expect(forMembers).toContain('Every member of the workspace may make this call.')
    expect(forMembers).not.toContain('Requires the role')
  })
})

describe('the objects of the OpenAPI document', () => {
  it('are named components', () => {
    const inComponents = objects.flatMap(([name, schema]) => innerObjects(schema, name))
    const inCalls = operations.flatMap(({ call, operation: { requestBody, responses } }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((part) => Object.values(part?.content ?? {}))
        .flatMap(({ schema }) => [
          ...(schema.properties ? [call.name] : []),
          ...innerObjects(schema, call.name),
        ]),
    )
    expect([...inComponents, ...inCalls]).toEqual([])
  })

  it('keep null as a type of a whole number', () => {
    expect(document.components.schemas.Delivery?.properties?.status?.type).toEqual(['integer', 'null'])
  })

  it('allow new fields', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  })
})

describe('the errors in the OpenAPI document', () => {
  it('are listed as an enum for each status of each call', () => {
    for (const { call, operation } of operations.filter(({ call }) => call.success.status !== 302)) {
      const kinds = Object.values(operation.responses)
        .map((response) => responseOf(response).content?.['application/json']?.schema)
        .flatMap((schema) => (schema?.allOf as JsonSchema[] | undefined)?.[1]?.properties?.kind?.enum ?? [])
      // A refused token has another kind than its type.
      const ofTokens: Partial<Record<string, string>> = tokenErrorKinds
      const expected = declaredErrors(call).flatMap((type) => [type, ofTokens[type] ?? []].flat())
      expect(kinds.toSorted(), call.name).toEqual(expected.toSorted())
    }
  })
})

it('The callback of a sign-in names the errors that lead to the problem page', () => {
  const { description } = operationOf(signIn.callback).responses['302'] ?? {}
  expect(description).toContain('`SignInFailed`')
  expect(description).toContain('`IdentityProviderUnavailable`')
})

describe('the credentials in the OpenAPI document', () => {
  it('include the XSRF token and the portal’s origin for every write with the session cookie', () => {
    for (const { call, operation } of operations) {
      const isCookieWrite = call.access.credentials.includes('session') && call.method !== 'GET'
      const hasOrigin = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/Origin')
      expect(hasOrigin, call.name).toBe(isCookieWrite)
      expect('xsrfToken' in Object.assign({}, ...operation.security), call.name).toBe(isCookieWrite)
    }
  })
})

describe('the examples in the OpenAPI document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  addInternationalFormats(ajv)
  ajv.addSchema({ $id: 'document', ...document }, 'document')

  const compiled = new Map<string, ValidateFunction>()

  /** Validates a value against the document itself, with its formats and patterns. */
  function problemsOf(schema: JsonSchema, value: unknown): string {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const isValid = compiled.get(text) ?? ajv.compile(JSON.parse(text) as JsonObject)
    compiled.set(text, isValid)
    return isValid(value) ? '' : ajv.errorsText(isValid.errors)
  }

  it('of every object are valid', () => {
    for (const [name, { properties = {} }] of objects)
      for (const [field, schema] of Object.entries(properties))
        for (const example of schema.examples ?? [])
          expect(problemsOf(schema, example), `${name}.${field}`).toBe('')
  })

  it('of every parameter are valid', () => {
    for (const { call, operation } of operations)
      for (const { name, schema, example } of operation.parameters.filter(({ $ref }) => !$ref))
        expect(problemsOf(schema as JsonSchema, example), `${call.name} ${name}`).toBe('')
    for (const [name, { schema, example }] of Object.entries(document.components.parameters))
      expect(problemsOf(schema, example), name).toBe('')
  })

  it('of every body are valid and pass the checks of the server', () => {
    for (const { call, operation } of operations) {
      for (const { schema, example } of Object.values(operation.requestBody?.content ?? {}))
        expect(problemsOf(schema, example), `${call.name} body`).toBe('')
      const sent = operation.requestBody?.content['application/json']?.example
      if (call.body) expect(z.safeParse(call.body, sent).error?.issues ?? [], call.name).toEqual([])
      const answer = operation.responses[200]?.content?.['application/json']
      if (!answer) continue
      expect(problemsOf(answer.schema, answer.example), `${call.name} answer`).toBe('')
      const declared = 'body' in call.success ? call.success.body : undefined
      if (declared) expect(z.safeParse(declared, answer.example).success, call.name).toBe(true)
    }
  })

  it('of every error are valid', () => {
    const allExamples = document.components.examples as Record<string, { value: unknown }>
    for (const { call, operation } of operations)
      for (const response of Object.values(operation.responses))
        for (const { schema, examples = {} } of Object.values(responseOf(response).content ?? {}).filter(
          ({ examples }) => examples,
        ))
          for (const name of Object.keys(examples))
            expect(problemsOf(schema, allExamples[name]?.value), `${call.name} ${name}`).toBe('')
  })
})
