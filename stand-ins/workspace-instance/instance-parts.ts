import type { AuthApi } from './auth-api.ts'
import type { AutomationUses } from './automation-uses.ts'
import type { InstanceSessions } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'
import type { VerifyToken } from './token-verifier.ts'

/** The dependencies of an instance's routes. */
export interface InstanceParts {
  settings: InstanceSettings
  authApi: AuthApi
  sessions: InstanceSessions
  automationUses: AutomationUses
  verifyToken: VerifyToken
}
