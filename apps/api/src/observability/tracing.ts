/**
 * Tracing, if a collector is configured. Without a collector OpenTelemetry is not loaded, and requests and statements are not
 * observed (docs/decisions/0016). See docs/product/analytics.md#tracing.
 */
import type { FastifyInstance } from 'fastify'
import type { ObserveStatement } from '../db/observed-statement.ts'
import type { ObserveCall } from './observe-gateway.ts'
import type { ObserveJob } from './observe-jobs.ts'

export interface Tracing {
  /** Adds a span for each request, named after its call, as a child of the browser's span. */
  traceRequests(app: FastifyInstance): void
  /** Adds a span for each statement of a request or job. */
  observeStatement: ObserveStatement
  /** Adds a span for each call to an external service. */
  observeCall: ObserveCall
  /** Starts a trace for each job. */
  observeJob: ObserveJob
  /** Exports the remaining spans and shuts down. */
  close(): Promise<void>
}

export interface TracingLog {
  warn(details: object, message: string): void
}
