import { truncateText } from '@portal/contract/truncate-text'
import type { FastifyRequest } from 'fastify'

const maxLength = 1_000

/** The browser or program that sent the request, as it names itself. Null if it doesn't. */
export function userAgentOf({ headers }: FastifyRequest): string | null {
  const sent = headers['user-agent']
  return sent === undefined ? null : truncateText(sent, maxLength)
}
