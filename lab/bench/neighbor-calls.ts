/** The requests of the neighbors benchmark. */
import { xsrfTokenOf } from '../../apps/api/src/http/secrets.ts'

export const portalUrl = 'http://localhost:9000'

export interface Account {
  session: string
  userId: string
  workspaceIds: string[]
}

/** Sends a request and returns its status and duration. */
export async function send(url: string, { session }: Account, method: string, path: string, body?: object) {
  const startedAt = performance.now()
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: `portal_session=${session}`,
      origin: portalUrl,
      'x-xsrf-token': xsrfTokenOf(session),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return { status: response?.status ?? 0, ms: performance.now() - startedAt }
}
