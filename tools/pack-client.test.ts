/** The package that `npm run pack-client` builds, installed in a program outside this repository. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, startFakeApi } from '../packages/client/src/testing/fake-api.ts'
import { packClient } from './pack-client.ts'

const root = join(import.meta.dirname, '..')
const examples = join(root, 'packages/client/examples')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-client-')))
const installed = join(folder, 'node_modules/@portal/client')
afterAll(() => rmSync(folder, { recursive: true }))

function linkPackage(name: string): void {
  const link = join(folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), link)
}

const wrongCall = `import { createClient } from '@portal/client'
import { members } from '@portal/client/contract/members'

const client = createClient({ address: 'https://api.example.com', token: 'secret' })
// @ts-expect-error The call needs the id of a workspace.
export const list = client.call(members.list, {})
`

/** Programs can import every file of the contract, for example a limit or the roles. */
const contractEntries = `export { listPageMaxSize } from '@portal/client/contract/limits'
export { may } from '@portal/client/contract/members/roles'
`

beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', packClient(folder), '-C', installed, '--strip-components=1'])
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) linkPackage(name)
  // The example for openapi-fetch doesn't use this package.
  for (const name of readdirSync(examples).filter((name) => name !== 'openapi-fetch.ts'))
    cpSync(join(examples, name), join(folder, name))
  writeFileSync(join(folder, 'wrong-call.ts'), wrongCall)
  writeFileSync(join(folder, 'contract-entries.ts'), contractEntries)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
})

describe('the packed client', () => {
  it('runs the quick start of its README as JavaScript', async () => {
    cpSync(join(examples, 'quick-start.ts'), join(folder, 'quick-start.mjs'))
    const api = await startFakeApi()
    api.answers.push(json([{ displayName: 'Nightly', role: 'OWNER' }]))
    const env = { PORTAL_API_URL: api.address, PORTAL_TOKEN: 'secret' }
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'quick-start.mjs')], { env })
    await api.close()
    expect(stdout).toBe('Nightly: OWNER\n')
    expect(api.seen[0]?.url).toBe('/workspaces')
    expect(api.seen[0]?.headers.authorization).toBe('Bearer secret')
  })

  it('has no texts of the API reference', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /texts\.js$/.test(name))).toEqual([])
  })

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that compile in strict mode with module %s and moduleResolution %s', (module, resolution) => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2023',
      module,
      moduleResolution: resolution,
      types: ['node'],
    }
    const configuration = join(folder, `tsconfig.${resolution}.json`)
    writeFileSync(configuration, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', configuration], {
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
