import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variables } from '../apps/api/src/config.ts'
import { defaultPorts } from './local-run/ports.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const document = read('docs/operations.md')

describe('docs/operations.md', () => {
  it('names every variable of the API, and its default', () => {
    const undocumented = Object.entries(variables).filter(([name, [, fallback]]) => {
      const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      const isSaid = fallback === '' || /SECRET/.test(name) || row?.includes(`\`${fallback}\``)
      return !row || !isSaid
    })
    expect(undocumented.map(([name]) => name)).toEqual([])
  })

  it("names every variable of the portal's server", () => {
    const sources = ['config', 'runtime-config']
      .map((name) => read(`apps/portal/server/${name}.ts`))
      .join('\n')
    const names = [...sources.matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })

  it('names every port of the local run', () => {
    expect(Object.keys(defaultPorts()).filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })
})
