import { truncateText } from '@portal/contract/text/truncate-text'
import type { FastifyRequest } from 'fastify'

const maxLength = 1_000

/** The truncated `User-Agent` header, or null if there is none. */
export function userAgentOf({ headers }: FastifyRequest): string | null {
  const sent = headers['user-agent']
  return sent === undefined ? null : truncateText(sent, maxLength)
}
