/** Answers invalid or incomplete HTTP with the standard error body. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import { bareAnswerHeaders } from '../headers/security-headers.ts'
import { errorBody } from './errors.ts'
import { Refusal } from './refusal.ts'

const headers = Object.entries(bareAnswerHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Writes to the raw socket, because there is no request object yet, and closes it. */
export function answerClientError(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusLines[error.code ?? ''] ?? '400 Bad Request'
  const refusal = new Refusal('ValidationError', 'The request is not valid HTTP.')
  const body = JSON.stringify(errorBody(refusal, ulid()))
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}
