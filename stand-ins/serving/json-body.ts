import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

z.config(z.locales.en())

/** The error body of every JSON call of a stand-in. */
export function refuse(reply: FastifyReply, statusCode: number, type: string, message: string): FastifyReply {
  return reply.code(statusCode).send({ error: { type, message } })
}

/** Parses a JSON body. Throws an error that is sent with status 400 and the first problem. */
export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = z.safeParse(schema, body)
  if (error) throw Object.assign(new Error(error.issues[0]?.message), { statusCode: 400 })
  return data
}
