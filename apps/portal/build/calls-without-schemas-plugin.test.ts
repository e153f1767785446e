import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { removeSchemas, schemaOfCall, splitFile, stripCalls } from './calls-without-schemas-plugin.ts'

const file = `import * as z from 'zod/mini'
export const limit = 100
export const nameSchema = z.string().check(z.maxLength(limit))
const params = z.object({ id: z.string() })
const optional = (max) => z.optional(nameSchema)
export const descriptionSchema = optional(500)
export function isName(value) { return value !== '' }
export const things = {
  read: endpoint({ name: 'things.read', method: 'GET', path: '/things/:id', params, success: { status: 204 } }),
}
`
const strip = (code: string) => stripCalls(code, parseAst(code) as never)

it('stripCalls keeps only the fields of a call that are needed to send it', () => {
  expect(strip(file)).toContain("read: { name: 'things.read', method: 'GET', path: '/things/:id' },")
})

it('stripCalls keeps that a call is idempotent, without which a lost answer would create something twice', () => {
  const call = "{ name: 'things.make', method: 'POST', path: '/things', isIdempotent: true }"
  expect(strip(`export const things = { make: endpoint(${call}) }`)).toContain(`make: ${call}`)
})

it('stripCalls refuses a call whose path comes with a spread, because the path would be lost', () => {
  const call = "export const things = { end: endpoint({ ...shared, name: 'things.end', method: 'POST' }) }"
  expect(() => strip(call)).toThrow('must write its path itself')
})

it('stripCalls marks values created by function calls as pure', () => {
  expect(strip(file)).toContain(
    'export const nameSchema = /* @__PURE__ */ (() => z.string().check(z.maxLength(limit)))()',
  )
})

it('splitFile separates schemas from everything else', () => {
  const code = strip(file)
  expect(splitFile(parseAst(code) as never, './things.ts').split('\n')).toEqual([
    "export { limit } from './things.ts?plain'",
    "export { nameSchema } from './things.ts?schemas'",
    "export { descriptionSchema } from './things.ts?schemas'",
    "export { isName } from './things.ts?plain'",
    "export { things } from './things.ts?plain'",
  ])
})

it('removeSchemas removes Zod and everything that uses it, and keeps the rest', () => {
  const code = `${strip(file)}const fields = { id: z.string() }\nexport const shape = { ...fields }\n`
  const made = removeSchemas(code, parseAst(code) as never)
  expect(made.split('\n').filter((line) => line !== '')).toEqual([
    'export const limit = 100',
    "export function isName(value) { return value !== '' }",
    'export const things = {',
    "  read: { name: 'things.read', method: 'GET', path: '/things/:id' },",
    '}',
  ])
})

it('schemaOfCall finds where a page reads the schema of a call', () => {
  const imports = "import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'\n"
  expect(schemaOfCall(`${imports}const schema = tokens.rename.body`)).toBe('tokens.rename.body')
  expect(schemaOfCall(`${imports}const { body } = outcome.data.body`)).toBeUndefined()
})
