import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { schemaOfCall, splitFile, stripCalls } from './calls-without-schemas-plugin.ts'

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

it('leaves of a call what is needed to send it, and nothing else', () => {
  expect(strip(file)).toContain("read: { name: 'things.read', method: 'GET', path: '/things/:id' },")
})

it('says of what is made by a call of a function that making it has no effect', () => {
  expect(strip(file)).toContain(
    'export const nameSchema = /* @__PURE__ */ (() => z.string().check(z.maxLength(limit)))()',
  )
})

it('keeps what the schema library makes apart from all else', () => {
  const code = strip(file)
  expect(splitFile(parseAst(code) as never, './things.ts').split('\n')).toEqual([
    "export { limit } from './things.ts?plain'",
    "export { nameSchema } from './things.ts?schemas'",
    "export { descriptionSchema } from './things.ts?schemas'",
    "export { isName } from './things.ts?plain'",
    "export { things } from './things.ts?plain'",
  ])
})

it('finds where a page reads the schema of a call', () => {
  const imports = "import { type AuthToken, tokens } from '@portal/contract/tokens'\n"
  expect(schemaOfCall(`${imports}const schema = tokens.rename.body`)).toBe('tokens.rename.body')
  expect(schemaOfCall(`${imports}const { body } = outcome.data.body`)).toBeUndefined()
})
