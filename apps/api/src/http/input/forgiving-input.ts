import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Fields = Record<string, unknown>

/** ASCII letters only, because `ı` becomes `I` in upper case and would match a role. */
const word = /^[A-Za-z]+$/

function upperCase(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null) return
  const fields = body as Fields
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && word.test(value)) fields[name] = value.toUpperCase()
  }
}

function dropBadQuery(query: unknown, schema: NonNullable<Endpoint['query']>): void {
  const fields = query as Fields
  for (const { path } of schema.safeParse(query).error?.issues ?? []) fields[String(path[0])] = undefined
}

/** Applies the call's input tolerances before validation: upper-cased fields and ignored query errors. */
export function forgiveInput(call: Endpoint) {
  return ({ body, query }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (call.upperCased) upperCase(body, call.upperCased)
    if (call.ignoresBadQuery && call.query) dropBadQuery(query, call.query)
    done()
  }
}
