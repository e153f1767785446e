/** Runs the real `portal` command as a process against the app of a test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { deviceCodeGrant } from '@portal/contract/oauth/oauth'
import {
  type Finished,
  type Running,
  startPortalCommand,
} from '../../../../tools/processes/start-portal-command.ts'
import type { TestApp } from './build-test-app.ts'
import type { SignedIn } from './make-signed-in.ts'

export interface PortalCommand {
  credentialsFile: string
  folder: string
  start: (...words: string[]) => Running
  run: (...words: string[]) => Promise<Finished>
  /** Runs with `--json` and returns the result. Throws if the command fails. */
  json: <T = Record<string, unknown>>(...words: string[]) => Promise<T>
  /** Signs in without waiting for the poll of `portal login`. */
  signIn: (user: SignedIn) => Promise<void>
  credentials: () => Record<'apiUrl' | 'accessToken' | 'refreshToken' | 'expiresAt', string>
  changeCredentials: (changes: Record<string, string>) => void
  /** Environment variables for the following commands. */
  env: Record<string, string>
  remove: () => void
}

/** A user's computer, with a separate home folder and environment. */
export function makePortalCommand(test: TestApp): PortalCommand {
  const folder = mkdtempSync(join(tmpdir(), 'portal-command-'))
  const credentialsFile = join(folder, 'portal', 'credentials.json')
  const env: Record<string, string> = { PORTAL_API_URL: test.config.API_URL, XDG_CONFIG_HOME: folder }

  const start = (...words: string[]) =>
    startPortalCommand(words, { cwd: folder, env: { HOME: folder, ...env } })

  const run = (...words: string[]) => start(...words).finished

  async function postForm(path: string, form: Record<string, string>) {
    const response = await fetch(`${test.config.API_URL}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'portal-cli', ...form }),
    })
    return (await response.json()) as Record<string, string>
  }

  async function signIn(user: SignedIn): Promise<void> {
    const started = await postForm('/oauth/device_authorization', {})
    const params = { userCode: started.user_code ?? '' }
    await test.send(cliSignIns.approve, { params }, { session: user.session })
    const tokens = await postForm('/oauth/token', {
      grant_type: deviceCodeGrant,
      device_code: started.device_code ?? '',
    })
    await mkdir(join(folder, 'portal'), { recursive: true })
    const credentials = {
      apiUrl: test.config.API_URL,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    }
    writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  }

  const credentials: PortalCommand['credentials'] = () => JSON.parse(readFileSync(credentialsFile, 'utf8'))
  return {
    credentialsFile,
    folder,
    start,
    run,
    env,
    signIn,
    credentials,
    async json<T>(...words: string[]) {
      const { code, stdout, stderr } = await run('--json', ...words)
      if (code !== 0) throw new Error(`portal ${words.join(' ')} failed: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    changeCredentials: (changes) =>
      writeFileSync(credentialsFile, JSON.stringify({ ...credentials(), ...changes })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
