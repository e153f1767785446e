import type { AuthApi } from './auth-api.ts'
import type { AutomationUse } from './instance-pages.ts'
import type { InstanceSessions } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'
import type { VerifyToken } from './token-verifier.ts'

/** The dependencies of an instance's routes. */
export interface InstanceParts {
  settings: InstanceSettings
  authApi: AuthApi
  sessions: InstanceSessions
  /** The recent uses of each workspace by automation, newest first. */
  automationUses: Map<string, AutomationUse[]>
  verifyToken: VerifyToken
}
