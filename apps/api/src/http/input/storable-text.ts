/** Refuses texts that PostgreSQL can't store. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refusal.ts'

const deepestBody = 12

/** PostgreSQL rejects NUL in text and lone surrogates in JSON. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

function isAllStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > deepestBody) throw new Refusal('ValidationError', 'The body is nested too deeply.')
  return Object.entries(value).every(([key, item]) => isStorable(key) && isAllStorable(item, depth + 1))
}

/** A hook that checks all texts of a request. */
export function refuseUnstorable(
  { params, query, body }: FastifyRequest,
  _: FastifyReply,
  done: () => void,
): void {
  if (!isAllStorable(params) || !isAllStorable(query) || !isAllStorable(body))
    throw new Refusal('ValidationError', 'The request contains an invalid character.')
  done()
}
