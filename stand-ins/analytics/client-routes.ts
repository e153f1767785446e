/** The endpoints that PostHog's clients for the browser and for Node call. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnalyticsEvent, EventStore } from './event-store.ts'
import type { FlagStore, Flags } from './flag-store.ts'
import { readBody } from './read-body.ts'

/** The paths for events from browsers and servers, in older and newer clients. */
const capturePaths = ['/e', '/i/v0/e', '/batch', '/capture', '/track', '/engage', '/s', '/i/v0/ai/batch']
/** Accepted and discarded. */
const ignoredPaths = ['/i/v1/logs', '/i/v1/metrics']

const longestBodyBytes = 20 * 1024 * 1024

/** Newer clients send a trailing slash, older ones don't. */
const bothWays = (path: string) => [path, `${path}/`]

/** Other resources that the browser client requests. All of them are empty. */
const emptyAnswers = {
  '/api/surveys': { surveys: [], survey_config: null },
  '/api/web_experiments': { experiments: [] },
  '/api/product_tours': { product_tours: [] },
  '/api/early_access_features': { earlyAccessFeatures: [] },
}

interface Fields {
  token?: unknown
  api_key?: unknown
  distinct_id?: unknown
}

function bodyOf(request: FastifyRequest): unknown {
  const query = request.query as { data?: unknown }
  return readBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), query)
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

/** Newer clients expect a result per event. */
function resultsOf(events: AnalyticsEvent[]): object {
  return { results: Object.fromEntries(events.map(({ uuid }) => [uuid, { result: 'ok' }])) }
}

function registerCapture(app: FastifyInstance, events: EventStore): void {
  const take = async (request: FastifyRequest) => {
    const path = `${(request.url.split('?', 1)[0] ?? '').replace(/\/$/, '')}/`
    events.add(bodyOf(request), path)
    return { status: 'Ok' }
  }
  const options = { bodyLimit: longestBodyBytes }
  for (const path of capturePaths.flatMap(bothWays)) {
    app.post(path, options, take)
    app.get(path, take)
  }
  for (const path of bothWays('/i/v1/analytics/events'))
    app.post(path, options, async (request) => resultsOf(events.add(bodyOf(request), path)))
  for (const path of ignoredPaths.flatMap(bothWays)) app.post(path, options, async () => ({}))
}

function registerFlags(app: FastifyInstance, flags: FlagStore): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = (bodyOf(request) ?? {}) as Fields
    if (typeof (body.token ?? body.api_key) !== 'string')
      return reply.code(401).send({
        type: 'authentication_error',
        code: 'missing_api_key',
        detail: 'Project API key is missing. Please add it to your request.',
      })
    return flagsAnswer(flags.of(String(body.distinct_id ?? '')))
  }
  for (const path of ['/flags', '/decide'].flatMap(bothWays)) app.post(path, answer)
  for (const path of bothWays('/flags/definitions'))
    app.get(path, async () => ({ flags: [], group_type_mapping: {}, cohorts: {} }))
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
  for (const [path, answer] of Object.entries(emptyAnswers))
    for (const way of bothWays(path)) app.get(way, async () => answer)
}

/** @param app a separate scope, because bodies are parsed as bytes here */
export function registerClientRoutes(app: FastifyInstance, events: EventStore, flags: FlagStore): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  registerCapture(app, events)
  registerFlags(app, flags)
  registerConfiguration(app)
}
