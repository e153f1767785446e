import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLifetimeSeconds } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** All ports of localhost share cookies, so the name contains the port. */
function cookieName(settings: InstanceSettings): string {
  return `instance-${new URL(settings.instanceUrl).port || settings.port}-session`
}

export function readSessionId(request: FastifyRequest, settings: InstanceSettings): string | undefined {
  return request.cookies[cookieName(settings)]
}

export function writeSessionId(reply: FastifyReply, settings: InstanceSettings, id: string): void {
  reply.setCookie(cookieName(settings), id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.instanceUrl.startsWith('https:'),
    maxAge: sessionLifetimeSeconds,
  })
}

export function clearSessionId(reply: FastifyReply, settings: InstanceSettings): void {
  reply.clearCookie(cookieName(settings), { path: '/' })
}
