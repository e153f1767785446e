import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { variables } from '../apps/api/src/config.ts'
import { defaultPorts } from './processes/ports.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const document = read('docs/operations.md')

describe('docs/operations.md', () => {
  it('lists every variable of the API with its default', () => {
    const undocumented = Object.entries(variables).filter(([name, [, fallback]]) => {
      const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      const isSaid = fallback === '' || /SECRET/.test(name) || row?.includes(`\`${fallback}\``)
      return !row || !isSaid
    })
    expect(undocumented.map(([name]) => name)).toEqual([])
  })

  it("lists every variable of the portal's server", () => {
    const sources = ['config', 'runtime-config']
      .map((name) => read(`apps/portal/server/${name}.ts`))
      .join('\n')
    const names = [...sources.matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })

  it('quotes log messages that the API writes', () => {
    const quoted = [
      ...document.matchAll(/\blogs? (?:for|has)\s+`([^`]+)`|\blogs `([^`]+)`|logged as\s+`([^`]+)`/g),
    ]
    const parts = quoted.flatMap(([, a, b, c]) => (a ?? b ?? c ?? '').split('…')).map((part) => part.trim())
    const sources = globSync('apps/api/src/**/*.ts', { cwd: root }).map(read).join('\n')
    expect(parts.length).toBeGreaterThan(8)
    // A message may be split over two lines of the document.
    expect(parts.filter((part) => !sources.includes(part.replaceAll(/\s+/g, ' ')))).toEqual([])
  })

  it('lists every port of the local run', () => {
    expect(Object.keys(defaultPorts()).filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the recipe for the PEM of workspace instances', () => {
  const example = 'https://auth.example.com/.well-known/jwks.json'

  /** Runs the documented command against a test server that publishes the keys. */
  async function followRecipe(keys: object[]) {
    const server = createServer((_, response) => response.end(JSON.stringify({ keys })))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const command =
      document.split('\n').find((line) => line.startsWith('node ') && line.endsWith(example)) ?? ''
    expect(command).not.toBe('')
    const here = command
      .replace(/^node/, '"$NODE"')
      .replace(example, `http://127.0.0.1:${port}/.well-known/jwks.json`)
    return promisify(execFile)('sh', ['-c', here], { env: { ...process.env, NODE: process.execPath } })
  }

  function makeKey(kid: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } }
  }

  it('prints a matching PEM for each published key, in order, with the kid on stderr', async () => {
    const signers = [makeKey('current'), makeKey('next')]
    const { stdout, stderr } = await followRecipe(signers.map(({ jwk }) => jwk))
    expect(stderr).toContain('kid: current\nkid: next')
    const blocks = stdout.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
    expect(blocks).toHaveLength(2)
    const signed = Buffer.from('header.payload')
    for (const [index, { privateKey }] of signers.entries()) {
      const signature = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const verdicts = blocks.map((pem) =>
        verify('sha256', signed, { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' }, signature),
      )
      expect(verdicts).toEqual([index === 0, index === 1])
    }
  })
})
