/** The API for tests: the real app on a real database, with an in-memory identity provider and an adjustable clock. */
import { fileURLToPath } from 'node:url'
import { wireRequest } from '@portal/contract/client'
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorBody, PlainErrorBody } from '@portal/contract/errors'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { xsrfTokenOf } from '../crypto/secrets.ts'
import { loadSigningKeys, type SigningKeys } from '../crypto/signing-keys.ts'
import { TokenSigner } from '../crypto/token-signer.ts'
import type { Database } from '../db/database.ts'
import { readTermsInForce } from '../features/legal/legal-store.ts'
import { sessionCookieName } from '../http/headers/cookies.ts'
import type { Services } from '../services.ts'
import { FakeBilling } from './fake-billing.ts'
import { FakeIdentity } from './fake-identity.ts'
import { FakeIssuers } from './fake-issuers.ts'
import { FakeJobs } from './fake-jobs.ts'
import { FakeWebhooks } from './fake-webhooks.ts'
import { openTestDatabase, truncateAll } from './open-test-database.ts'

/** The credentials of a request. A session also sends Origin and XSRF token, as the portal does. */
export interface As {
  session?: string
  bearer?: string
  headers?: Record<string, string>
}

export interface Reply<E extends Endpoint> {
  status: number
  body: CallResult<E>
  /** The error type of a refusal. */
  errorType: string | undefined
  error: ErrorBody['error'] | undefined
  headers: Record<string, string | string[] | number | undefined>
  cookies: { name: string; value: string; [key: string]: unknown }[]
}

export class TestApp {
  app!: FastifyInstance
  database!: Database
  config!: Config
  services!: Services
  billing = new FakeBilling()
  identity = new FakeIdentity()
  issuers = new FakeIssuers()
  jobs = new FakeJobs()
  webhooks = new FakeWebhooks()
  /** The closed accounts whose subscription was found and ended. Reset before each test. */
  readonly closedSubscriptions: string[] = []
  /** The users whose several subscriptions were reported. Reset before each test. */
  readonly doubleSubscriptions: string[] = []
  /** The tasks of the upkeep that failed. Reset before each test. */
  readonly taskFailures: string[] = []
  /** Reset before each test. */
  queueSilentSeconds = 0
  /** Added to the clock. Reset before each test. */
  clockOffsetMs = 0

  now = () => new Date(Date.now() + this.clockOffsetMs)

  constructor() {
    this.identity.now = this.now
  }

  headersOf(as: As): Record<string, string> {
    const headers: Record<string, string> = { ...as.headers }
    if (as.session !== undefined) {
      headers.cookie ??= `${sessionCookieName(this.config)}=${as.session}`
      headers.origin ??= this.config.PORTAL_URL
      headers['x-xsrf-token'] ??= xsrfTokenOf(as.session)
    }
    if (as.bearer !== undefined) headers.authorization = `Bearer ${as.bearer}`
    return headers
  }

  /** Makes a call with the given credentials. Never throws for a refusal. */
  async send<E extends Endpoint>(call: E, input: CallInput<E>, as: As = {}): Promise<Reply<E>> {
    const { method, path, query, body } = wireRequest(call, input)
    const response = await this.app.inject({
      method,
      url: path,
      query: query as Record<string, string> | undefined,
      headers: this.headersOf(as),
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const json = response.headers['content-type']?.toString().startsWith('application/json')
      ? response.json()
      : undefined
    const refused = response.statusCode >= 400 ? (json as ErrorBody | PlainErrorBody | undefined) : undefined
    return {
      status: response.statusCode,
      body: json as CallResult<E>,
      errorType: refused && factsOf(refused).type,
      error: refused && factsOf(refused),
      headers: response.headers,
      cookies: response.cookies as Reply<E>['cookies'],
    }
  }
}

/** Reads the error details, which are at the top level if `error` is a plain sentence. */
function factsOf(body: ErrorBody | PlainErrorBody): ErrorBody['error'] {
  if (typeof body.error !== 'string') return body.error
  const { error: _, kind: __, ...facts } = body as PlainErrorBody
  return facts
}

let keys: Promise<SigningKeys> | undefined
/** Belongs to the user who installed the packages, so that several users can run the tests on one computer. */
const dataFolder = fileURLToPath(new URL('../../../../node_modules/.cache/portal-test-data', import.meta.url))

/** Builds one app per test file and empties its tables before each test. `environment` overrides the configuration. */
export function useTestApp(environment: Record<string, string> = {}): TestApp {
  const test = new TestApp()
  beforeAll(async () => {
    test.config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      // On a busy machine, the event loop of tests can be delayed for seconds.
      MAX_EVENT_LOOP_DELAY_MS: '0',
      DATA_DIR: dataFolder,
      ...environment,
    })
    test.database = await openTestDatabase()
    keys ??= loadSigningKeys(test.config)
    const loaded = await keys
    test.services = {
      config: test.config,
      database: test.database,
      billing: test.billing,
      identity: test.identity,
      issuers: test.issuers.gateway(test.config, test.now),
      jobs: test.jobs,
      webhooks: test.webhooks,
      keys: loaded,
      signer: new TokenSigner(loaded, test.config),
      terms: await readTermsInForce(test.config),
      onClosedSubscription: ({ userId }) => test.closedSubscriptions.push(userId),
      onDoubleSubscription: ({ userId }) => test.doubleSubscriptions.push(userId),
      onForwardedForIgnored: () => {},
      onShed: () => {},
      onTaskFailure: (task) => test.taskFailures.push(task),
      now: test.now,
      isDraining: () => false,
      queueSilentSeconds: () => test.queueSilentSeconds,
    }
    test.app = await buildApp(test.services)
  })
  beforeEach(async () => {
    test.clockOffsetMs = 0
    test.queueSilentSeconds = 0
    test.billing.reset()
    test.identity.isAway = false
    test.issuers.isAway = false
    test.identity.authenticatedAt = undefined
    test.identity.hasManagement = true
    test.identity.profiles.clear()
    test.identity.resentTo.length = 0
    test.jobs.sent.length = 0
    test.webhooks.reset()
    test.taskFailures.length = 0
    test.closedSubscriptions.length = 0
    test.doubleSubscriptions.length = 0
    await truncateAll(test.database)
  })
  afterAll(async () => {
    await test.app.close()
    await test.database.close()
  })
  return test
}
