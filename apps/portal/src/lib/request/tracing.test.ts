import { createTraceState, type Span, type SpanOptions, trace } from '@opentelemetry/api'
import { invitations } from '@portal/contract/invitations/invitations'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, expect, it, vi } from 'vitest'
import { traceRequest } from './tracing.ts'

function observeSpans() {
  const ended = vi.fn()
  const traceState = createTraceState('vendor=1')
  const identity = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, traceState }
  const span = { spanContext: () => identity, setAttribute: vi.fn(), setStatus: vi.fn(), end: ended }
  const startSpan = vi.fn((_name: string, _options?: SpanOptions) => span as unknown as Span)
  vi.spyOn(trace, 'getTracer').mockReturnValue({ startSpan, startActiveSpan: vi.fn() })
  return { startSpan, ended }
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('traceRequest names the span by the path template and sets the parameter values as attributes', () => {
  const { startSpan, ended } = observeSpans()
  const params = { workspaceId: 'W1' }
  const traced = traceRequest(workspaces.read, {
    requestUlid: 'U1',
    params,
    workspaceId: 'W1',
    changeSetId: 'C1',
  })
  expect(startSpan.mock.calls[0]?.[0]).toBe('GET /workspaces/:workspaceId')
  expect(startSpan.mock.calls[0]?.[1]?.attributes).toMatchObject({
    'si.request.ulid': 'U1',
    'si.workspace.id': 'W1',
    'si.change_set.id': 'C1',
    'url.path.parameter.workspaceId': 'W1',
  })
  expect(traced.headers.traceparent).toBe(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
  expect(traced.headers.tracestate).toBe('vendor=1')
  traced.end({ status: 200 })
  expect(ended).toHaveBeenCalledOnce()
})

it('traceRequest leaves the code of an invitation out of the span', () => {
  const { startSpan } = observeSpans()
  traceRequest(invitations.byCode, { requestUlid: 'U1', params: { code: 'a-live-code' } })
  expect(startSpan.mock.calls[0]?.[0]).toBe('GET /invitations/by-code/:code')
  expect(JSON.stringify(startSpan.mock.calls)).not.toContain('a-live-code')
})
