/** An HTTP server for tests that gives prepared answers to requests, in order. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const refusal = (type: string, status: number, headers?: Record<string, string>): Answer =>
  json({ error: { type, message: `${type}.`, requestId: '01J' }, kind: type }, status, headers)

export const hangUp: Answer = (request) => request.socket.destroy()

export interface FakeApi {
  address: string
  /** The answers to the next requests. */
  answers: Answer[]
  seen: IncomingMessage[]
  close: () => Promise<void>
}

export async function startFakeApi(): Promise<FakeApi> {
  const answers: Answer[] = []
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    request.resume().on('end', () => answers.shift()?.(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    answers,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
