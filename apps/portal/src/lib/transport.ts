/** One request on the wire, over axios (SPEC section 7, "Generic request layer"). */
import type { WireRequest } from '@portal/contract/client'
import {
  requestTimeoutMs,
  requestUlidHeaderName,
  xsrfCookieName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import axios from 'axios'
import { env } from './env.ts'

/**
 * The session cookie and the XSRF header go along although the API has an address of its own; where its host differs,
 * the cookie that is read here is set for the domain that both share.
 */
export const transport = axios.create({
  withCredentials: true,
  withXSRFToken: true,
  xsrfCookieName,
  xsrfHeaderName,
  timeout: requestTimeoutMs,
})

function formWithUlid(form: FormData, requestUlid: string) {
  const copy = new FormData()
  for (const [name, value] of form) copy.append(name, value)
  copy.append('requestUlid', requestUlid)
  return copy
}

/** The body with `requestUlid` beside the payload's own fields. What is no object travels as it is. */
function bodyOf(payload: unknown, requestUlid: string | undefined): unknown {
  if (payload instanceof FormData) return requestUlid ? formWithUlid(payload, requestUlid) : payload
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  if (payload === undefined || isObject) return { ...payload, ...(requestUlid && { requestUlid }) }
  return payload
}

export interface SendOptions {
  requestUlid: string
  /** The ulid goes in the header alone and the payload stays as given. */
  isUlidInHeadersOnly: boolean
  headers: Record<string, string>
}

/** Sends it and resolves with the answered body and status; rejects with axios' error on anything but success. */
export async function send(
  { method, path, query, body }: WireRequest,
  { requestUlid, isUlidInHeadersOnly, headers }: SendOptions,
): Promise<{ status: number; body: unknown }> {
  const answer = await transport.request<unknown>({
    method,
    url: `${env.apiUrl}${path}`,
    headers: { ...headers, [requestUlidHeaderName]: requestUlid },
    ...(method === 'GET'
      ? { params: query }
      : { params: query, data: bodyOf(body, isUlidInHeadersOnly ? undefined : requestUlid) }),
  })
  return { status: answer.status, body: answer.status === 204 ? undefined : answer.data }
}
