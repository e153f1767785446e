/** The endpoints that PostHog's clients for the browser and for Node call. */
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formField } from '../serving/form-field.ts'
import type { EventStore } from './event-store.ts'
import type { FlagStore, Flags } from './flag-store.ts'

/** The paths for events from browsers and servers. */
const capturePaths = ['/e', '/i/v0/e', '/batch', '/capture', '/s']
/** Accepted and discarded. */
const ignoredPaths = ['/i/v1/logs', '/i/v1/metrics']

const longestBodyBytes = 20 * 1024 * 1024
const longestTextBytes = 32 * 1024 * 1024

/** Other resources that the browser client requests. All of them are empty. */
const emptyAnswers = {
  '/api/surveys': { surveys: [], survey_config: null },
  '/api/web_experiments': { experiments: [] },
  '/api/product_tours': { product_tours: [] },
  '/api/early_access_features': { earlyAccessFeatures: [] },
}

/**
 * Parses JSON, JSON compressed by gzip (without a header that says so), or a form whose `data` is JSON in base64.
 * @returns undefined for anything else
 */
function bodyOf({ body }: FastifyRequest): unknown {
  try {
    const bytes = body as Buffer
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    const text = (isGzip ? gunzipSync(bytes, { maxOutputLength: longestTextBytes }) : bytes).toString()
    const data = text.startsWith('data=') ? (new URLSearchParams(text).get('data') ?? '') : text
    return JSON.parse(/^\s*[{[]/.test(data) ? data : Buffer.from(data, 'base64').toString())
  } catch {
    return undefined
  }
}

/** The browser client's first request, for its features. Features that would load code are off. */
function remoteConfig(token: string): object {
  return {
    token,
    supportedCompression: ['gzip', 'gzip-js'],
    hasFeatureFlags: true,
    captureDeadClicks: false,
    capturePerformance: false,
    autocapture_opt_out: true,
    autocaptureExceptions: false,
    analytics: { endpoint: '/i/v0/e/' },
    elementsChainAsString: true,
    errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
    sessionRecording: false,
    heatmaps: false,
    surveys: false,
    productTours: false,
    conversations: false,
    logs: { captureConsoleLogs: false },
    defaultIdentifiedOnly: true,
    siteApps: [],
    isAuthenticated: false,
    toolbarParams: {},
  }
}

function flagsAnswer(flags: Flags): object {
  const details = Object.entries(flags).map(([key, value], at) => [
    key,
    {
      key,
      enabled: value !== false,
      ...(typeof value === 'string' ? { variant: value } : {}),
      reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
      metadata: { id: at + 1, version: 1, description: null, payload: null },
    },
  ])
  return {
    flags: Object.fromEntries(details),
    featureFlags: flags,
    featureFlagPayloads: {},
    errorsWhileComputingFlags: false,
    requestId: crypto.randomUUID(),
    evaluatedAt: Date.now(),
  }
}

function registerCapture(app: FastifyInstance, events: EventStore): void {
  const options = { bodyLimit: longestBodyBytes }
  for (const path of capturePaths)
    app.post(path, options, async (request) => {
      events.add(bodyOf(request), `${path}/`)
      return { status: 'Ok' }
    })
  for (const path of ignoredPaths) app.post(path, options, async () => ({}))
}

function registerFlags(app: FastifyInstance, flags: FlagStore): void {
  app.post('/flags', async (request, reply) => {
    const body = bodyOf(request)
    if (!formField(body, 'token') && !formField(body, 'api_key'))
      return reply.code(401).send({
        type: 'authentication_error',
        code: 'missing_api_key',
        detail: 'Project API key is missing. Please add it to your request.',
      })
    return flagsAnswer(flags.of(formField(body, 'distinct_id')))
  })
}

function registerConfiguration(app: FastifyInstance): void {
  type Route = { Params: { key: string } }
  app.get<Route>('/array/:key/config', async ({ params }) => remoteConfig(params.key))
  app.get<Route>('/array/:key/config.js', async ({ params }, reply) => {
    const key = JSON.stringify(params.key)
    const config = JSON.stringify(remoteConfig(params.key))
    const script = `(function(){var all=window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};all[${key}]={config:${config},siteApps:[]}})();`
    return reply.type('text/javascript; charset=utf-8').send(script.replaceAll('<', '\\u003c'))
  })
  // Lazy parts of the client don't exist here, which isn't an error.
  app.get('/static/*', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send('/* This part is not served here. */\n'),
  )
  for (const [path, answer] of Object.entries(emptyAnswers)) app.get(path, async () => answer)
}

/** @param app a separate scope, because bodies are parsed as bytes here */
export function registerClientRoutes(app: FastifyInstance, events: EventStore, flags: FlagStore): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  registerCapture(app, events)
  registerFlags(app, flags)
  registerConfiguration(app)
}
