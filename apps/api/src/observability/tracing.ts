/**
 * Traces, where a collector is configured. Without one nothing of OpenTelemetry is loaded, no hook is added, and no
 * statement passes anything (docs/decisions/0016).
 */
import type { FastifyInstance } from 'fastify'
import type { ObserveStatement } from '../db/observed-statement.ts'
import type { ObserveCall } from './observe-gateway.ts'
import type { ObserveJob } from './observe-jobs.ts'

export interface Tracing {
  /** A span for each request, named by its call, below the browser's own (RULES section 10). */
  traceRequests(app: FastifyInstance): void
  /** A span for each statement of a request or a job. */
  observeStatement: ObserveStatement
  /** A span for each call to a service outside. */
  observeCall: ObserveCall
  /** A trace for each job. */
  observeJob: ObserveJob
  /** Sends what is there and ends. */
  close(): Promise<void>
}

export interface TracingLog {
  warn(details: object, message: string): void
}
