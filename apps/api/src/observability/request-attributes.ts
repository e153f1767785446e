import { requestUlidOf } from '@portal/contract/request-ulid'
import { isUlid } from '@portal/contract/text-rules'
import type { FastifyRequest } from 'fastify'

type Attributes = Record<string, string | number>

/** The call's name, as in the contract; what is no call goes by its route. */
export function requestName({ method, routeOptions }: FastifyRequest): string {
  return routeOptions.config.call?.name ?? `${method} ${routeOptions.url ?? 'unknown'}`
}

/** What is known when a request arrives: no address, query or header but the browser's ulid. */
export function requestAttributes({ id, method, headers, routeOptions }: FastifyRequest): Attributes {
  const requestUlid = requestUlidOf(headers)
  return {
    'http.request.method': method,
    'http.route': routeOptions.url ?? 'unknown',
    'si.request.id': id,
    ...(requestUlid ? { 'si.request.ulid': requestUlid } : {}),
  }
}

/** What is known when it has been answered: its parameters have been checked by then (SPEC section 3). */
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
