/** Tracing with OpenTelemetry's SDK, loaded only if a collector is configured. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { ObservedStatement } from '../db/observed-statement.ts'
import type { GatewayCall } from './observe-gateway.ts'
import { watchOutgoing } from './outgoing-requests.ts'
import { answerAttributes, requestAttributes, requestName } from './request-attributes.ts'
import type { Tracing, TracingLog } from './tracing.ts'

const exportTimeoutMs = 3_000
const longestAttribute = 4_096
/** Exports to an unavailable collector fail every few seconds, so the warning is logged once per this time. */
const warnAgainAfterMs = 60_000

interface SpanOptions {
  kind: SpanKind
  attributes: Attributes
}

export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #propagator = new W3CTraceContextPropagator()
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #ofRequest = new WeakMap<FastifyRequest, Span>()
  readonly #log: TracingLog
  readonly #stopWatching: () => void
  #warnedAtMs = 0

  constructor(config: Config, log: TracingLog) {
    const exporter = new OTLPTraceExporter({
      url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
      timeoutMillis: exportTimeoutMs,
    })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME }),
      // The browser exports no spans and marks them as not sampled, so sampling is decided here.
      sampler: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
      spanLimits: { attributeValueLengthLimit: longestAttribute },
      spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
    })
    this.#tracer = this.#provider.getTracer('portal-api')
    this.#log = log
    const collector = new URL(config.OTEL_EXPORTER_OTLP_ENDPOINT).host
    this.#stopWatching = watchOutgoing(({ method, host }) =>
      // A span for an export would cause another export.
      host === collector ? undefined : this.#beginOutgoing(method, host),
    )
    setGlobalErrorHandler((error) => this.#warn(error))
  }

  traceRequests(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const parent = this.#propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      const options = { kind: SpanKind.SERVER, attributes: requestAttributes(request) }
      const span = this.#tracer.startSpan(requestName(request), options, parent)
      this.#ofRequest.set(request, span)
      this.#current.run(span, done)
    })
    // A request body is read in the context of its socket, so the request's context is restored here.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = this.#ofRequest.get(request)
      if (span) this.#current.run(span, done)
      else done()
    })
    app.addHook('onResponse', async (request, reply) => {
      const span = this.#ofRequest.get(request)
      span?.setAttributes(answerAttributes(request, reply.statusCode))
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    })
  }

  observeStatement = <T>({ name, text }: ObservedStatement, run: () => Promise<T>): Promise<T> => {
    // The job queue polls several times a second, so statements outside a request or job get no span.
    const parent = this.#current.getStore()
    if (!parent) return run()
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text,
      ...(name === undefined ? {} : { 'db.query.summary': name }),
    }
    return this.#inSpan(`db ${name ?? operation}`, { kind: SpanKind.CLIENT, attributes }, parent, run)
  }

  observeCall = <T>({ gateway, method }: GatewayCall, run: () => Promise<T>): Promise<T> => {
    const attributes = { 'peer.service': gateway, 'si.gateway.method': method }
    const options = { kind: SpanKind.CLIENT, attributes }
    return this.#inSpan(`${gateway} ${method}`, options, this.#current.getStore(), run)
  }

  observeJob = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const options = { kind: SpanKind.CONSUMER, attributes: { 'si.job.name': name } }
    return this.#inSpan(`job ${name}`, options, undefined, run)
  }

  async close(): Promise<void> {
    this.#stopWatching()
    await this.#provider.shutdown().catch((error: unknown) => this.#warn(error))
  }

  /** Records only method and host, because a path or query may contain a user's id. No-op outside a request or job. */
  #beginOutgoing(method: string, host: string): ((status: number | undefined) => void) | undefined {
    const parent = this.#current.getStore()
    if (!parent) return undefined
    const attributes = { 'http.request.method': method, 'server.address': host }
    const context = trace.setSpan(ROOT_CONTEXT, parent)
    const span = this.#tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }, context)
    return (status) => {
      if (status === undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      else span.setAttribute('http.response.status_code', status)
      span.end()
    }
  }

  #warn(error: unknown): void {
    if (Date.now() - this.#warnedAtMs < warnAgainAfterMs) return
    this.#warnedAtMs = Date.now()
    this.#log.warn({ err: error }, 'traces did not reach the collector')
  }

  async #inSpan<T>(
    name: string,
    options: SpanOptions,
    parent: Span | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, options, context)
    try {
      return await this.#current.run(span, run)
    } catch (error) {
      // Records only name or code, because a message may contain personal data.
      span.setAttribute('error.type', kindOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function headersOf(items: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=')
      return [item.slice(0, at), decoded(item.slice(at + 1))]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
