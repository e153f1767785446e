import { formField } from '../serving/form-field.ts'
import type { CiSettings } from './ci-settings.ts'
import type { RunInput } from './run-store.ts'

export const events = ['push', 'pull_request', 'workflow_dispatch', 'schedule'] as const

/** What the form of a run contains. The page shows it again after a mistake. */
export interface RunForm extends RunInput {
  serviceAccountId: string
  audience: string
}

const repositoryPattern = /^[\w.-]{1,100}\/[\w.-]{1,100}$/

/** Reads the form's fields from a form or a query. Fills in defaults. */
export function runFormOf(fields: unknown, { authApiUrl }: CiSettings): RunForm {
  return {
    repository: formField(fields, 'repository') || 'octo-org/octo-repo',
    branch: formField(fields, 'branch') || 'main',
    event: formField(fields, 'event') || 'push',
    environment: formField(fields, 'environment'),
    workflow: formField(fields, 'workflow') || 'deploy',
    serviceAccountId: formField(fields, 'serviceAccountId'),
    audience: formField(fields, 'audience') || authApiUrl,
  }
}

type ReadRun =
  | { input: RunInput; target: { serviceAccountId: string; audience: string } }
  | { problem: string }

/** Reads the input of a run, or returns a sentence about the problem. */
export function readRunInput(fields: unknown, settings: CiSettings): ReadRun {
  const { serviceAccountId, audience, ...input } = runFormOf(fields, settings)
  if (!repositoryPattern.test(input.repository))
    return { problem: 'Enter the repository as owner/name, such as octo-org/octo-repo.' }
  if (!events.some((event) => event === input.event))
    return { problem: `Choose one of these events: ${events.join(', ')}.` }
  return { input, target: { serviceAccountId, audience } }
}
