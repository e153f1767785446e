/** Each HTTP request of this process to somebody else, as Node itself tells of them: by `fetch`, and by `node:http`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Is told of a request when it begins; what it answers is told of its end. */
type Begin = (request: { method: string; host: string }) => End | undefined
/** `status` is undefined when there was no answer. */
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

/** Begins to listen; answers how to end it. */
export function watchOutgoing(begin: Begin): () => void {
  const underWay = new WeakMap<object, End>()
  const start = (request: object, method: string, host: string) => {
    const end = begin({ method, host })
    if (end) underWay.set(request, end)
  }
  const finish = (request: object, status: number | undefined) => {
    underWay.get(request)?.(status)
    underWay.delete(request)
  }
  const listeners: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const told = message as FetchMessage
        start(told.request, told.request.method, hostOfFetch(told))
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
        const told = message as HttpMessage
        start(told.request, told.request.method, hostOfClient(told))
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
