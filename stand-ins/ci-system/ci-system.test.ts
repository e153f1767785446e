import { getIDToken } from '@actions/core'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../tools/processes/free-port.ts'
import type { StandIn } from '../serving/stand-in-server.ts'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { TestBrowser } from '../serving/testing/test-browser.ts'
import { buildCiSystem } from './build-ci-system.ts'

let folder: { path: string; remove: () => Promise<void> }
let ci: StandIn
let issuer: string
let port: number

async function start(): Promise<void> {
  // Nothing listens at this API address, so a run fails at the exchange.
  ci = await buildCiSystem({ port, issuer, authApiUrl: 'http://localhost:1', dataFolder: folder.path })
  await ci.listen()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  port = await freePort()
  issuer = `http://localhost:${port}`
  await start()
})

afterEach(async () => {
  await ci.close()
  await folder.remove()
  vi.unstubAllEnvs()
})

const post = (path: string, body: unknown, method = 'POST') =>
  fetch(issuer + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const json = async <T>(reply: Promise<Response>) => (await (await reply).json()) as T
const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`)), { issuer })

const startRun = (fields: Record<string, string>) =>
  json<{ id: number; environment: Record<string, string> }>(post('/api/runs', fields))

describe('CI system stand-in', () => {
  it('prints the ids of a repository before its first run, and keeps them', async () => {
    const ids = await (await fetch(`${issuer}/api/ids?repository=acme/infra`)).text()
    expect(ids).toMatch(/^repository_id=\d+\nrepository_owner_id=\d+\n$/)
    await ci.close()
    await start()
    await startRun({ repository: 'acme/infra' })
    const [run] = await json<{ repositoryId: number; ownerId: number }[]>(fetch(`${issuer}/api/runs`))
    expect(ids).toBe(`repository_id=${run?.repositoryId}\nrepository_owner_id=${run?.ownerId}\n`)
  })

  it("issues identity tokens to GitHub's own client, with the claims of GitHub Actions", async () => {
    const { environment } = await startRun({ repository: 'acme/infra', environment: 'production' })
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)

    const { payload, protectedHeader } = await verify(await getIDToken('https://api.example.com'))

    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toMatchObject({
      aud: 'https://api.example.com',
      sub: 'repo:acme/infra:environment:production',
      repository: 'acme/infra',
      repository_id: expect.stringMatching(/^\d+$/),
      repository_owner_id: expect.stringMatching(/^\d+$/),
      event_name: 'push',
      environment: 'production',
      ref: 'refs/heads/main',
      workflow_ref: 'acme/infra/.github/workflows/deploy.yml@refs/heads/main',
      job_workflow_ref: 'acme/infra/.github/workflows/deploy.yml@refs/heads/main',
      jti: expect.any(String),
    })
  })

  it('refuses a request token that belongs to another run', async () => {
    const one = await startRun({ repository: 'acme/infra' })
    const other = await startRun({ repository: 'acme/infra' })
    const url = one.environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? ''
    const authorization = `Bearer ${other.environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN}`
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401)
  })

  it('signs any claims for scripts and keeps its key and repository ids after a restart', async () => {
    const claims = { sub: 'anything', repository_id: '1', exp: 1 }
    const { value } = await json<{ value: string }>(post('/api/id-tokens', { audience: ['a', 'b'], claims }))
    expect(decodeJwt(value)).toMatchObject({ ...claims, aud: ['a', 'b'], iss: issuer })
    const before = await json<{ keys: unknown[] }>(fetch(`${issuer}/.well-known/jwks`))
    await startRun({ repository: 'acme/infra' })
    await ci.close()
    await start()
    expect(await json(fetch(`${issuer}/.well-known/jwks`))).toEqual(before)
    await startRun({ repository: 'ACME/infra' })
    const runs = await json<{ repositoryId: number }[]>(fetch(`${issuer}/api/runs`))
    expect(runs).toHaveLength(2)
    expect(runs[0]?.repositoryId).toBe(runs[1]?.repositoryId)
  })

  it.each([
    ['/api/id-tokens', { audience: 1 }],
    ['/api/id-tokens', { claims: 'none' }],
    ['/api/runs', { repository: 'no-slash' }],
    ['/api/runs', { event: 'unknown' }],
  ])('refuses invalid input to %s: %j', async (path, body) => {
    expect((await post(path, body)).status).toBe(400)
  })

  it('shows the outcome of each step of a run that was started on the page', async () => {
    const browser = new TestBrowser(issuer)
    const form = await browser.visit('/?serviceAccountId=01ABC')
    expect(form.text).toContain('value="01ABC"')
    const result = await browser.submit(form, { repository: 'acme/<infra>' })
    expect(result.status).toBe(400)
    const run = await browser.submit(form, { repository: 'acme/infra', serviceAccountId: '01ABC' })
    expect(run.text).toContain('The run failed.')
    expect(run.text).toContain('Received an identity token for http://localhost:1.')
    expect(run.text).toContain('http://localhost:1 does not answer.')
    expect(run.text).not.toMatch(/eyJ/)
  })

  it('fails on request and keeps the calls for scripts available', async () => {
    await post('/api/failure', { mode: 'error' }, 'PUT')
    expect((await fetch(`${issuer}/.well-known/jwks`)).status).toBe(500)
    expect((await post('/api/id-tokens', {})).status).toBe(200)
  })
})
