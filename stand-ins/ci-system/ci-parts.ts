import type { SigningKey } from '../serving/signing-key.ts'
import type { RunStore } from './run-store.ts'

export interface CiSettings {
  port: number
  /** The `iss` of identity tokens, without a trailing slash, as GitHub's is. */
  issuer: string
  /** Where runs exchange their identity tokens. Also the default audience. */
  authApiUrl: string
  dataFolder: string
}

export interface CiParts {
  settings: CiSettings
  runs: RunStore
  key: SigningKey
}
