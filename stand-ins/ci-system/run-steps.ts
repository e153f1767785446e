/** The steps of a run: identity token, exchange for an API token, a call to the API, and the workspace's instance. */
import type { CiSettings } from './ci-parts.ts'
import type { Run, RunStep } from './run-store.ts'

const timeoutMs = 15_000

/** The step failed, for a reason that the page shows. */
class StepFailure extends Error {}

interface Workspace {
  displayName: string
  instanceUrl: string
}

async function fetchJson<Body>(url: string, request: RequestInit): Promise<[boolean, Partial<Body>]> {
  try {
    const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    return [reply.ok, (await reply.json().catch(() => ({}))) as Partial<Body>]
  } catch {
    throw new StepFailure(`${new URL(url).origin} does not answer.`)
  }
}

/** The environment variables with which GitHub's own client requests an identity token for a run. */
export function tokenEnvironment({ issuer }: CiSettings, run: Run) {
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/actions/id-token?run=${run.id}&api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: run.requestToken,
  }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Requests the identity token over HTTP, as a job on GitHub does. */
async function requestIdToken(settings: CiSettings, run: Run): Promise<string> {
  const environment = tokenEnvironment(settings, run)
  const url = `${environment.ACTIONS_ID_TOKEN_REQUEST_URL}&audience=${encodeURIComponent(run.audience)}`
  const token = environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN
  const [isOk, { value = '' }] = await fetchJson<{ value: string }>(url, bearer(token))
  if (!isOk) throw new StepFailure('This CI system did not issue an identity token.')
  return value
}

interface Exchange {
  access_token: string
  expires_in: number
  error: string
  error_description: string
  message: string
}

async function exchange({ authApiUrl }: CiSettings, run: Run, idToken: string) {
  const [isOk, body] = await fetchJson<Exchange>(`${authApiUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: run.serviceAccountId,
      subject_token: idToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    }),
  })
  const { access_token: token = '', expires_in: seconds = 0, error = '' } = body
  if (isOk) return { token, minutes: seconds / 60 }
  const reason = body.error_description || body.message || ''
  throw new StepFailure(`The API refused the exchange (${error}). ${reason}`)
}

async function findWorkspace({ authApiUrl }: CiSettings, token: string): Promise<Workspace> {
  const url = `${authApiUrl}/workspaces`
  const [isOk, body] = await fetchJson<Workspace[] & { message: string }>(url, bearer(token))
  if (!isOk) throw new StepFailure(`The API refused the call. ${body.message ?? ''}`)
  return { displayName: body[0]?.displayName ?? '', instanceUrl: body[0]?.instanceUrl ?? '' }
}

/** @returns the actor, as the instance names it */
async function openInstance({ instanceUrl }: Workspace, token: string): Promise<string> {
  const url = new URL('/api/check-token', instanceUrl).href
  const [, body] = await fetchJson<{ active: boolean; reason: string; actor: string }>(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!body.active) throw new StepFailure(`The instance refused the token: ${body.reason ?? ''}.`)
  return body.actor ?? ''
}

/** Runs all steps. The first failure ends the run. */
export async function runSteps(run: Run, settings: CiSettings): Promise<RunStep[]> {
  const steps: RunStep[] = []
  let title = 'Request an identity token'
  const succeed = (text: string, next: string) => {
    steps.push({ title, isSuccessful: true, text })
    title = next
  }
  try {
    const idToken = await requestIdToken(settings, run)
    succeed(`Received an identity token for ${run.audience}.`, 'Exchange it for an API token')
    const { token, minutes } = await exchange(settings, run, idToken)
    succeed(`Received an API token that expires in ${minutes} minutes.`, 'Call the API')
    const workspace = await findWorkspace(settings, token)
    succeed(`The token belongs to the workspace "${workspace.displayName}".`, 'Open the instance')
    const actor = await openInstance(workspace, token)
    succeed(`The instance at ${workspace.instanceUrl} accepted the token${actor && ` of ${actor}`}.`, '')
  } catch (error) {
    const isExpected = error instanceof StepFailure
    if (!isExpected) console.error('CI system: the run failed:', error)
    steps.push({
      title,
      isSuccessful: false,
      text: isExpected ? error.message : 'The step failed unexpectedly.',
    })
  }
  return steps
}
