/** A trace collector for tests, which stores the spans it receives over OTLP/HTTP as JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean }
}

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: OtlpAttribute[]
  status: { code?: number; message?: string }
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

export interface ReceivedSpan {
  service: unknown
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  attributes: Record<string, unknown>
  isError: boolean
}

export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** The headers of the last export. */
  headers: Record<string, unknown>
  close(): Promise<void>
}

const valuesOf = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function spansOf(body: OtlpBody): ReceivedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
        service: valuesOf(resource.attributes)['service.name'],
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        attributes: valuesOf(attributes),
        isError: status.code === 2,
      })),
  )
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const received: OtlpReceiver = { url: '', spans, headers: {}, close: async () => {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.headers = request.headers
      if (request.url === '/v1/traces')
        spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as OtlpBody))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  received.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  received.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return received
}
