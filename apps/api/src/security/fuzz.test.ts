/**
 * Sends random requests to every operation in the OpenAPI description. None may cause a 5xx, reveal internal details or block
 * other requests. `FUZZ_RUNS` is the number of requests, and `FUZZ_SEED` repeats a run. See docs/product/errors.md#hostile-input.
 */
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import {
  errorBodySchema,
  isErrorType,
  oauthErrorBodySchema,
  plainErrorBodySchema,
} from '@portal/contract/errors'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { startCpuTime } from '../testing/cpu-time.ts'
import { type Description, type FuzzRequest, fuzzRequests } from '../testing/fuzz-requests.ts'
import { makeScene, type Scene } from '../testing/hostile-scene.ts'
import { truncateAll } from '../testing/open-test-database.ts'
import { RawClient, type RawReply } from '../testing/raw-request.ts'
import { withoutTokens } from '../testing/without-tokens.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 300)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** The scene is rebuilt after this many requests. */
const requestsPerScene = 100
/** The CPU time limit of one request. A runaway regular expression takes far more. */
const mostCpuMs = 1_500
/** The time limit of a concurrent request on a busy machine. A slower response means that the process was blocked. */
const slowestHeartbeatMs = 10_000
const heartbeatEveryMs = 100
const msPerRun = 40

const test = useTestApp({ RATE_LIMIT_FACTOR: '100000' })

/** Internal details that no response may contain: stack traces, paths, SQL and library names. */
const internalDetails =
  /node_modules|file:\/\/|\.ts:\d|\bat \S+ \(|select \S+ from|insert into|relation "|drizzle|postgres|fastify|zod|FST_|\bECONN|SyntaxError|TypeError/i

function headersOf(scene: Scene, { credential, headers, body }: FuzzRequest): Record<string, string> {
  const type = body.kind === 'raw' ? body.type : body.kind === 'json' ? 'application/json' : undefined
  const as = {
    owner: scene.owner,
    editor: scene.editor,
    stranger: scene.stranger,
    staff: scene.staff,
    apiToken: { bearer: scene.apiToken.token },
    instanceToken: { bearer: scene.instanceToken.token },
    nobody: {},
    badSession: { session: 'A'.repeat(43) },
    badToken: { bearer: 'bad.token.x' },
  }[credential]
  return { ...test.headersOf(as), ...(type ? { 'content-type': type } : {}), ...headers }
}

function pathOf(scene: Scene, { template, params, query, credential }: FuzzRequest): string {
  const person =
    credential === 'editor' || credential === 'stranger' || credential === 'staff' ? credential : 'owner'
  const known: Record<string, string> = {
    userId: scene[person].user.id,
    sessionId: scene[person].sessionId,
    workspaceId: scene.workspace.id,
    tokenId: scene.apiToken.id,
    invitationId: scene.invitation.id,
    code: scene.invitation.code,
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encode(params[name] ?? known[name] ?? 'none'),
  )
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return pairs === '' ? path : `${path}?${pairs}`
}

const payloadOf = ({ body }: FuzzRequest) =>
  body.kind === 'json' ? JSON.stringify(body.value) : body.kind === 'raw' ? body.text : undefined

/** Whether the request ended its user's session, so that later requests of this user would all be refused. */
const isSignedOut = ({ credential, headers }: FuzzRequest, { status }: RawReply) =>
  status === 401 && ['owner', 'staff', 'editor'].includes(credential) && Object.keys(headers).length === 0

/** Longer URLs are refused before any route is chosen. */
const longestInUrl = 10_000
const charactersOfLongTexts = 400

function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (encoded.length <= longestInUrl) return encoded
  return encodeURIComponent([...text.toWellFormed()].slice(0, charactersOfLongTexts).join(''))
}

function expectSound(request: FuzzRequest, reply: RawReply, secrets: string[]): void {
  const { status, body, headers } = reply
  expect(status, body).toBeLessThan(500)
  expect(withoutTokens(body)).not.toMatch(internalDetails)
  const answered = body + JSON.stringify(headers)
  for (const secret of secrets) expect(answered.includes(secret), 'a secret').toBe(false)
  // Any request may also be refused before it reaches a call, or match no call.
  expect([...request.declaredStatuses, 400, 404, 405, 413, 415]).toContain(status)
  if (status < 400) return
  expect(headers['content-type']).toMatch(/^application\/json/)
  const refusal = JSON.parse(body)
  // The kind of a refused token differs from its type.
  expect(isErrorType(refusal.error.type ?? refusal.type ?? refusal.kind)).toBe(true)
  const schemas = [errorBodySchema, plainErrorBodySchema, oauthErrorBodySchema]
  expect(schemas.some((schema) => schema.safeParse(refusal).success)).toBe(true)
}

it(
  `the API answers ${runs} random requests without errors, leaks or blocking (FUZZ_SEED=${seed})`,
  async () => {
    console.log(`${runs} requests by chance, FUZZ_SEED=${seed}`)
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    const [client, other] = [new RawClient(port), new RawClient(port)]
    closeAtEnd(async () => {
      client.close()
      other.close()
    })
    const description: Description = JSON.parse((await client.send('GET', '/openapi.json', {})).body)

    let scene = await makeScene(test)
    let requestsLeft = 0
    async function nextScene(): Promise<void> {
      await truncateAll(test.database)
      test.identity.profiles.clear()
      test.billing.reset()
      test.jobs.sent.length = 0
      scene = await makeScene(test)
      requestsLeft = requestsPerScene
    }

    const heartbeats: RawReply[] = []
    let lastBeat: Promise<unknown> = Promise.resolve()
    const heart = setInterval(() => {
      lastBeat = lastBeat.then(async () => heartbeats.push(await other.send('GET', '/health/ready', {})))
    }, heartbeatEveryMs)

    const statuses = new Map<number, number>()
    try {
      await fc.assert(
        fc.asyncProperty(fuzzRequests(description), async (request) => {
          if (requestsLeft-- <= 0) await nextScene()
          const cpuMs = startCpuTime()
          const reply = await client.send(
            request.method,
            pathOf(scene, request),
            headersOf(scene, request),
            payloadOf(request),
          )
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          // The workspace secret may appear only in responses to the instance.
          const ofWorkspace = request.operationId.startsWith('handoff.') ? [] : [scene.workspace.token]
          const secrets = [...ofWorkspace, scene.owner.session, scene.staff.session, scene.stranger.session]
          expect(cpuMs()).toBeLessThan(mostCpuMs)
          expectSound(request, reply, secrets)
          if (isSignedOut(request, reply)) requestsLeft = Math.min(requestsLeft, 25)
        }),
        { numRuns: runs, seed, endOnFailure: false },
      )
    } finally {
      clearInterval(heart)
      await lastBeat
    }
    console.log(
      [...statuses]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    )
    // At least an eighth of the requests must succeed, or the fuzzer has not reached the handlers. Allows
    // four standard deviations for chance, which matters only in short runs.
    const minSuccesses = Math.max(0, runs / 8 - 4 * Math.sqrt(runs / 8))
    expect((statuses.get(200) ?? 0) + (statuses.get(204) ?? 0)).toBeGreaterThan(minSuccesses)
    expect(heartbeats.length).toBeGreaterThan(0)
    for (const { status, ms } of heartbeats) {
      expect(status).toBe(200)
      expect(ms).toBeLessThan(slowestHeartbeatMs)
    }
  },
  60_000 + runs * msPerRun,
)
