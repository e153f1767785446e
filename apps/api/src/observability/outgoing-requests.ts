/** Watches the outgoing HTTP requests of this process, by `fetch` and by `node:http`, through Node's diagnostics channels. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Called when a request begins. Returns a function to call when it ends. */
type Begin = (request: { method: string; host: string }) => End | undefined
/** `status` is undefined if the request failed. */
type End = (status: number | undefined) => void

interface FetchMessage {
  request: { method: string; origin: string | URL }
  response?: { statusCode: number }
}

interface HttpMessage {
  request: { method: string; host: string; getHeader(name: string): unknown }
  response?: { statusCode?: number }
}

const hostOfClient = ({ request }: HttpMessage) => String(request.getHeader('host') ?? request.host)
const hostOfFetch = ({ request }: FetchMessage) => new URL(String(request.origin)).host

/** Starts watching. Returns a function that stops it. */
export function watchOutgoing(begin: Begin): () => void {
  const inFlight = new WeakMap<object, End>()
  const start = (request: object, method: string, host: string) => {
    const end = begin({ method, host })
    if (end) inFlight.set(request, end)
  }
  const finish = (request: object, status: number | undefined) => {
    inFlight.get(request)?.(status)
    inFlight.delete(request)
  }
  const listeners: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const started = message as FetchMessage
        start(started.request, started.request.method, hostOfFetch(started))
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as FetchMessage
        finish(request, response?.statusCode)
      },
    ],
    ['undici:request:error', (message) => finish((message as FetchMessage).request, undefined)],
    [
      'http.client.request.start',
      (message) => {
        const started = message as HttpMessage
        start(started.request, started.request.method, hostOfClient(started))
      },
    ],
    [
      'http.client.response.finish',
      (message) => {
        const { request, response } = message as HttpMessage
        finish(request, response?.statusCode)
      },
    ],
    ['http.client.request.error', (message) => finish((message as HttpMessage).request, undefined)],
  ]
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener)
  }
}
