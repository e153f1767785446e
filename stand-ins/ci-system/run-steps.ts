/** The steps of a run: identity token, exchange for an API token, a call to the API, and the workspace's instance. */
import { type CiParts, tokenEnvironment } from './ci-parts.ts'
import type { Run, RunStep } from './run-store.ts'

const timeoutMs = 15_000

/** The step failed, for a reason that the page shows. */
class StepFailure extends Error {}

async function fetchJson(url: string, request: RequestInit = {}): Promise<{ ok: boolean; body: unknown }> {
  try {
    const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    const body: unknown = await reply.json().catch(() => undefined)
    return { ok: reply.ok, body }
  } catch {
    throw new StepFailure(`${new URL(url).origin} does not answer.`)
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const textField = (value: unknown, name: string) => {
  const found = field(value, name)
  return typeof found === 'string' ? found : ''
}

/** Requests the identity token over HTTP, as a job on GitHub does. */
async function requestIdToken(run: Run, { settings }: CiParts): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = tokenEnvironment(
    settings,
    run,
  )
  const { ok, body } = await fetchJson(`${url}&audience=${encodeURIComponent(run.audience)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!ok) throw new StepFailure('This CI system did not issue an identity token.')
  return textField(body, 'value')
}

async function exchange(run: Run, idToken: string, { settings }: CiParts): Promise<[string, string]> {
  const { ok, body } = await fetchJson(`${settings.authApiUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: run.serviceAccountId,
      subject_token: idToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    }),
  })
  if (!ok) {
    const reason = textField(body, 'error_description') || textField(body, 'message')
    throw new StepFailure(`The API refused the exchange (${textField(body, 'error')}). ${reason}`)
  }
  const minutes = Number(field(body, 'expires_in')) / 60
  return [textField(body, 'access_token'), `Received an API token that expires in ${minutes} minutes.`]
}

interface ListedWorkspace {
  displayName: string
  instanceUrl: string
}

async function listWorkspaces(token: string, { settings }: CiParts): Promise<[ListedWorkspace, string]> {
  const headers = { authorization: `Bearer ${token}` }
  const { ok, body } = await fetchJson(`${settings.authApiUrl}/workspaces`, { headers })
  if (!ok) throw new StepFailure(`The API refused the call. ${textField(body, 'message')}`)
  const [workspace] = Array.isArray(body) ? (body as unknown[]) : []
  const found = {
    displayName: textField(workspace, 'displayName'),
    instanceUrl: textField(workspace, 'instanceUrl'),
  }
  return [found, `The token belongs to the workspace "${found.displayName}".`]
}

async function openInstance(token: string, { instanceUrl }: ListedWorkspace): Promise<string> {
  const { body } = await fetchJson(new URL('/api/check-token', instanceUrl).href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (field(body, 'active') !== true)
    throw new StepFailure(`The instance refused the token: ${textField(body, 'reason')}.`)
  const actor = textField(body, 'actor')
  return `The instance at ${instanceUrl} accepted the token${actor && ` of ${actor}`}.`
}

/** Runs all steps. The first failure ends the run. */
export async function runSteps(run: Run, parts: CiParts): Promise<RunStep[]> {
  const steps: RunStep[] = []
  const step = async <T>(title: string, work: () => Promise<[T, string]>): Promise<T> => {
    try {
      const [result, text] = await work()
      steps.push({ title, isSuccessful: true, text })
      return result
    } catch (error) {
      const text = error instanceof StepFailure ? error.message : 'The step failed unexpectedly.'
      steps.push({ title, isSuccessful: false, text })
      throw error
    }
  }
  try {
    const idToken = await step('Request an identity token', async () => [
      await requestIdToken(run, parts),
      `Received an identity token for ${run.audience}.`,
    ])
    const token = await step('Exchange it for an API token', () => exchange(run, idToken, parts))
    const workspace = await step('Call the API', () => listWorkspaces(token, parts))
    await step('Open the instance', async () => [undefined, await openInstance(token, workspace)])
  } catch (error) {
    if (!(error instanceof StepFailure)) console.error('CI system: the run failed:', error)
  }
  return steps
}
