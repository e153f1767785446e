import process from 'node:process'
import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import type { Cli } from '../lib/cli.ts'
import { makeOutput } from '../lib/output.ts'
import { addTokenRotationCommands } from './token-rotation.ts'

afterEach(() => void vi.restoreAllMocks())

const secret = (createdAt: string, retiresAt: string | null = null) =>
  ({ createdAt, retiresAt }) as TokenSecret
const withSecrets = (...secrets: TokenSecret[]) =>
  ({ id: '01T', name: 'deploys', pausedUntil: null, secrets }) as unknown as AuthToken

/** Rotates a token and returns what the command writes to stderr. */
async function rotate(before: AuthToken, rotated: AuthToken): Promise<string> {
  const cli = {
    output: makeOutput(),
    async *pages(call: object) {
      yield call === tokens.list ? { authTokens: [before] } : [{ id: '01W', displayName: 'Production' }]
    },
    call: async () => ({ authToken: rotated, token: 'new-secret' }),
  } as unknown as Cli
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process.stdout, 'write').mockImplementation(((_text: string, done?: () => void) => {
    done?.()
    return true
  }) as typeof process.stdout.write)
  const program = new Command()
  addTokenRotationCommands(program, cli)
  await program.parseAsync(['rotate', 'Production', 'deploys'], { from: 'user' })
  return said.mock.calls.map(([text]) => String(text)).join('')
}

const [first, second, third] = [
  '2026-11-01T10:00:00.000Z',
  '2026-11-02T10:00:00.000Z',
  '2026-11-03T10:00:00.000Z',
]
const later = '2026-11-04T10:00:00.000Z'

it.each([
  [
    'the previous secret works',
    withSecrets(secret(first)),
    withSecrets(secret(second), secret(first, later)),
    /^Rotated deploys\. The previous secret works until 2026-11-04 \d\d:\d\d\.$/m,
  ],
  [
    'the previous secret ended',
    withSecrets(secret(first)),
    withSecrets(secret(second), secret(first, second)),
    /^Rotated deploys\. The previous secret no longer works\.$/m,
  ],
  [
    'an unused secret was replaced and an older one works',
    withSecrets(secret(second), secret(first, third)),
    withSecrets(secret(third), secret(first, later)),
    /^Rotated deploys\. Its previous secret was never used and no longer works\. The older secret works until 2026-11-04/m,
  ],
  [
    'an unused secret was replaced and no older one works',
    withSecrets(secret(second), secret(first, second)),
    withSecrets(secret(third), secret(first, second)),
    /^Rotated deploys\. Its previous secret was never used and no longer works\.$/m,
  ],
])('tokens rotate says if %s', async (_, before, rotated, text) => {
  expect(await rotate(before, rotated)).toMatch(text)
})
