/** Trace headers and span attributes of each request. */
import {
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import type { Endpoint } from '@portal/contract/endpoint'

/** The code of an invitation. No code may appear in a span: docs/product/sessions.md. */
const secretParameter = 'code'

function randomHex(bytes: number) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(numbers, (number) => number.toString(16).padStart(2, '0')).join('')
}

// Without an exporter, spans have no ids. Random ones are sent, because the server's logs include them.
function identityOf(span: Span): SpanContext {
  const own = span.spanContext()
  if (isSpanContextValid(own)) return own
  return { traceId: randomHex(16), spanId: randomHex(8), traceFlags: TraceFlags.NONE }
}

/** The headers of W3C Trace Context. The library's propagator can also parse these headers, which the portal never needs. */
function traceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): Record<string, string> {
  const flags = traceFlags.toString(16).padStart(2, '0')
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(traceState && { tracestate: traceState.serialize() }),
  }
}

export interface RequestFacts {
  requestUlid: string
  /** The path parameters. The span name contains their names, not their values. */
  params?: Record<string, string>
  workspaceId?: string
  changeSetId?: string
}

export interface TracedRequest {
  /** `traceparent`, and `tracestate` if there is one. */
  headers: Record<string, string>
  end(outcome: { status?: number; error?: Error }): void
}

/** Starts the span of a request and creates the headers that propagate it to the API. */
export function traceRequest(call: Endpoint, facts: RequestFacts): TracedRequest {
  const span = trace.getTracer('portal').startSpan(`${call.method} ${call.path}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': call.method,
      'url.template': call.path,
      'si.request.name': call.name,
      'si.request.ulid': facts.requestUlid,
      ...(facts.workspaceId && { 'si.workspace.id': facts.workspaceId }),
      ...(facts.changeSetId && { 'si.change_set.id': facts.changeSetId }),
      ...Object.fromEntries(
        Object.entries(facts.params ?? {})
          .filter(([name]) => name !== secretParameter)
          .map(([name, value]) => [`url.path.parameter.${name}`, value]),
      ),
    },
  })
  return {
    headers: traceHeaders(identityOf(span)),
    end({ status, error }) {
      if (status !== undefined) span.setAttribute('http.response.status_code', status)
      if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      span.end()
    },
  }
}
