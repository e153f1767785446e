/** Programs without the contract generate their types from the OpenAPI document. These types must be exact, and they must compile. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'

const packageFolder = join(import.meta.dirname, '..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'generated-types-')))
afterAll(() => rmSync(folder, { recursive: true }))

/** The document comes from a process, because this package must not import the API. */
function openApiDocument(): string {
  const api = join(packageFolder, '../../apps/api/src')
  const program = `
    import { readConfig } from '${api}/config.ts'
    import { openApiDocument } from '${api}/http/openapi/document.ts'
    import { nounTexts } from '${api}/nouns.ts'
    process.stdout.write(JSON.stringify(openApiDocument(readConfig({ NODE_ENV: 'test' }), nounTexts)))`
  const words = ['--input-type=module', '--eval', program]
  return execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** Calls of each kind: parameters, a body, pages, an error, a creation with a key, and an answer without a body. */
const sample = `
import createClient from 'openapi-fetch'
import type { components, paths } from './portal-api.d.ts'

const client = createClient<paths>({ baseUrl: 'https://api.example.com' })
type Member = components['schemas']['Member']

export async function run(workspaceId: string): Promise<string | undefined> {
  const path = { workspaceId }
  const list = await client.GET('/workspace/{workspaceId}/members', { params: { path, query: { limit: 10 } } })
  const first: Member | undefined = list.data?.[0]
  const email: string | undefined = first?.email
  const created = await client.POST('/workspaces/new', {
    params: { header: { 'Idempotency-Key': 'nightly' } },
    body: { displayName: 'Nightly', instanceUrl: 'https://nightly.example.com' },
  })
  if (created.error) return created.error.kind === 'LimitReached' ? created.error.message : undefined
  const id: string = created.data.newWorkspaceId
  const left = await client.POST('/workspace/{workspaceId}/leave', { params: { path: { workspaceId: id } } })
  const nothing: undefined = left.data
  return nothing ?? email
}
`

const wrongCalls = {
  'an unknown path': `client.GET('/workspace', {})`,
  'a missing parameter': `client.GET('/workspace/{workspaceId}/members', {})`,
  'a query parameter of another type': `client.GET('/workspaces', { params: { query: { limit: 'all' } } })`,
  'a body without a required field': `client.POST('/workspaces/new', { body: { displayName: 'Nightly' } })`,
}

const head = `
import createClient from 'openapi-fetch'
import type { paths } from './portal-api.d.ts'
const client = createClient<paths>({ baseUrl: 'https://api.example.com' })
`

const compilerOptions = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
}

/** The error messages by file name. */
const problems = new Map<string, string[]>()

beforeAll(async () => {
  const types = astToString(await openapiTypeScript(openApiDocument()))
  writeFileSync(join(folder, 'portal-api.d.ts'), types)
  writeFileSync(join(folder, 'sample.ts'), sample)
  cpSync(join(packageFolder, 'examples/openapi-fetch.ts'), join(folder, 'readme-example.ts'))
  for (const [name, text] of Object.entries(wrongCalls))
    writeFileSync(join(folder, `${name}.ts`), `${head}export const reply = ${text}\n`)
  // Without the file's real path, \`openapi-fetch\` would not find its own packages.
  const library = dirname(createRequire(import.meta.url).resolve('openapi-fetch/package.json'))
  symlinkSync(dirname(library), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const compiler = join(packageFolder, '../../node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  for (const [, file = '', text = ''] of stdout.matchAll(/^(?:(.+)\(\d+,\d+\): )?error (.+)$/gm))
    problems.set(file, [...(problems.get(file) ?? []), text])
})

it('types from openapi-typescript and calls with openapi-fetch compile in strict mode', () => {
  const wrongFiles = Object.keys(wrongCalls).map((name) => `${name}.ts`)
  expect([...problems].filter(([file]) => !wrongFiles.includes(file))).toEqual([])
})

it.each(Object.keys(wrongCalls))('%s does not compile', (name) => {
  expect(problems.get(`${name}.ts`)).toHaveLength(1)
})
