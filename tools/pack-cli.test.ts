/** The package that `npm run pack-cli` builds, outside this repository. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packCli } from './pack-cli.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-cli-')))
const installed = join(folder, 'package')
beforeAll(async () => {
  execFileSync('tar', ['-xzf', await packCli(folder), '-C', folder])
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...words: string[]) =>
  spawnSync(process.execPath, [join(installed, 'portal.js'), ...words], {
    cwd: folder,
    env: { HOME: folder },
    encoding: 'utf8',
  })

describe('the packed command line', () => {
  it('is one JavaScript file without dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(readdirSync(installed).toSorted()).toEqual(['package.json', 'portal.js'])
    expect(manifest).toMatchObject({ name: '@portal/cli', bin: { portal: 'portal.js' } })
    expect(manifest).not.toHaveProperty('dependencies')
    expect(readFileSync(join(installed, 'portal.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it.each(['--version', 'tokens create --help', 'completion bash'])('runs portal %s', (words) => {
    expect(run(...words.split(' '))).toMatchObject({ status: 0, stderr: '' })
  })

  it('reports errors as the command does in this repository', () => {
    expect(run('whoami')).toMatchObject({
      status: 4,
      stderr: 'Error: You are not signed in. Run `portal login`.\n',
    })
  })
})
