import { requestUlidOf } from '@portal/contract/request-ulid'
import { isUlid } from '@portal/contract/text/text-rules'
import type { FastifyRequest } from 'fastify'

type Attributes = Record<string, string | number>

/** Returns the name of the call, or the route of a request that matches no call. */
export function requestName({ method, routeOptions }: FastifyRequest): string {
  return routeOptions.config.call?.name ?? `${method} ${routeOptions.url ?? 'unknown'}`
}

/** The attributes of an incoming request, without its URL, query or headers except the client's ulid. */
export function requestAttributes({ id, method, headers, routeOptions }: FastifyRequest): Attributes {
  const requestUlid = requestUlidOf(headers)
  return {
    'http.request.method': method,
    'http.route': routeOptions.url ?? 'unknown',
    'si.request.id': id,
    ...(requestUlid ? { 'si.request.ulid': requestUlid } : {}),
  }
}

/** The attributes of an answered request, whose parameters have been validated. */
export function answerAttributes({ params, query }: FastifyRequest, status: number): Attributes {
  const workspaceId = ulidIn(params, 'workspaceId')
  const changeSetId = ulidIn(params, 'changeSetId') ?? ulidIn(query, 'changeSetId')
  return {
    'http.response.status_code': status,
    ...(workspaceId ? { 'si.workspace.id': workspaceId } : {}),
    ...(changeSetId ? { 'si.change_set.id': changeSetId } : {}),
  }
}

function ulidIn(part: unknown, name: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const value = (part as Record<string, unknown>)[name]
  return typeof value === 'string' && isUlid(value) ? value : undefined
}
