import type { CiSettings } from './ci-settings.ts'
import type { IdTokenSigner } from './id-token-signer.ts'
import type { Run, RunStore } from './run-store.ts'

export interface CiParts {
  settings: CiSettings
  runs: RunStore
  signer: IdTokenSigner
}

/** The environment variables with which GitHub's own client requests an identity token for a run. */
export function tokenEnvironment({ issuer }: CiSettings, run: Run): Record<string, string> {
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/actions/id-token?run=${run.id}&api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: run.requestToken,
  }
}
