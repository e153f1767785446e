import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { listenOnLoopback } from '../serving/loopback.ts'
import { createStandInServer, type StandIn } from '../serving/stand-in-server.ts'
import { AuthApi } from './auth-api.ts'
import { AutomationUses } from './automation-uses.ts'
import { registerCheckTokenRoute } from './check-token-route.ts'
import { registerConnectRoutes } from './connect-routes.ts'
import { registerHomeRoutes } from './home-routes.ts'
import { instanceStandIn } from './instance-pages.ts'
import { InstanceSessions } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'
import { registerIntegratorPage } from './integrator-page.ts'
import { createTokenVerifier } from './token-verifier.ts'

/** A workspace instance that receives users from the portal and shows who is signed in. */
export async function buildWorkspaceInstance(settings: InstanceSettings): Promise<StandIn> {
  const sessions = await InstanceSessions.open(settings.dataFolder)
  const parts = {
    settings,
    sessions,
    authApi: new AuthApi(settings),
    automationUses: new AutomationUses(),
    verifyToken: createTokenVerifier(settings),
  }
  const app = await createStandInServer(instanceStandIn)
  registerFailureSwitch(app, new FailureSwitch())
  registerConnectRoutes(app, parts)
  registerHomeRoutes(app, parts)
  registerCheckTokenRoute(app, parts)
  registerIntegratorPage(app, settings)

  return {
    async listen() {
      await listenOnLoopback(app, settings.port)
      return settings.instanceUrl
    },
    async close() {
      await app.close()
      await sessions.close()
    },
  }
}
