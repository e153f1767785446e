/**
 * Compares every response of the test run with the OpenAPI document. The instances of Fastify announce themselves, so this
 * covers every app that a test builds, and requests over the network as well as injected ones.
 */
import { subscribe } from 'node:diagnostics_channel'
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { responseProblems } from './response-problems.ts'

const described = new Set<Endpoint>(calls)
const violations: string[] = []

/** Returns the violations since the last call of this function. */
export const takeViolations = (): string[] => violations.splice(0)

const asText = (chunk: unknown): Buffer[] => {
  if (typeof chunk === 'string') return [Buffer.from(chunk)]
  return chunk instanceof Uint8Array ? [Buffer.from(chunk)] : []
}

/**
 * Calls `onEnd` with the body when the response is complete. An aborted response never is. The text of a download isn't kept,
 * because it can be long.
 */
function collectBody(call: Endpoint, { raw }: FastifyReply, onEnd: (body: string) => void): void {
  const chunks: Buffer[] = []
  const { write, end } = raw
  raw.write = ((...words: Parameters<typeof write>) => {
    if (!('media' in call.success)) chunks.push(...asText(words[0]))
    return write.apply(raw, words)
  }) as typeof write
  raw.end = ((...words: Parameters<typeof end>) => {
    chunks.push(...asText(words[0]))
    onEnd(Buffer.concat(chunks).toString())
    return end.apply(raw, words)
  }) as typeof end
}

/** Whether a body was refused that the call doesn't have, so that the request never reached the call. */
function isUnaskedBody({ body }: Endpoint, { headers }: FastifyRequest, status: number): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody && body === undefined && [400, 413, 415].includes(status)
}

function check(call: Endpoint, request: FastifyRequest, reply: FastifyReply, body: string): void {
  const { statusCode: status } = reply.raw
  if (isUnaskedBody(call, request, status)) return
  const headers = { ...reply.getHeaders(), ...reply.raw.getHeaders() }
  for (const problem of responseProblems(call, { status, headers, body }))
    violations.push(`${call.name} (${request.method} ${request.url}), status ${status}: ${problem}`)
}

let isWatching = false

/** Starts the comparison. No-op after the first call in a worker, because its test files share the modules. */
export function watchResponses(): void {
  if (isWatching) return
  isWatching = true
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRequest', (request, reply, done) => {
      const { call } = request.routeOptions.config
      if (call && described.has(call) && request.method !== 'HEAD')
        collectBody(call, reply, (body) => check(call, request, reply, body))
      done()
    })
  })
}
