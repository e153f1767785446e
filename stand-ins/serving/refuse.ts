import type { FastifyReply } from 'fastify'

/** The error body of every JSON call of a stand-in. */
export function refuse(reply: FastifyReply, statusCode: number, type: string, message: string): FastifyReply {
  return reply.code(statusCode).send({ error: { type, message } })
}
