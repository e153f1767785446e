import { registerFailureSwitch } from '../serving/failure-switch.ts'
import { sendPage } from '../serving/page.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { AuthApi } from './auth-api.ts'
import { registerCheckTokenRoute } from './check-token-route.ts'
import { registerConnectRoutes } from './connect-routes.ts'
import { registerHomeRoutes } from './home-routes.ts'
import { instanceStandIn } from './instance-pages.ts'
import type { InstanceParts } from './instance-parts.ts'
import { InstanceSessions } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'
import { integratorPage } from './integrator-page.ts'
import { createTokenVerifier } from './token-verifier.ts'

/** A workspace instance that receives users from the portal and shows who is signed in. */
export async function buildWorkspaceInstance(settings: InstanceSettings): Promise<StandIn> {
  const sessions = new InstanceSessions(settings)
  const parts: InstanceParts = {
    settings,
    sessions,
    authApi: new AuthApi(settings),
    automationUses: new Map(),
    verifyToken: createTokenVerifier(settings),
  }
  const app = await createStandInServer(instanceStandIn)
  registerFailureSwitch(app)
  registerConnectRoutes(app, parts)
  registerHomeRoutes(app, parts)
  registerCheckTokenRoute(app, parts)
  app.get('/integrators', (_request, reply) => sendPage(reply, 200, integratorPage(settings)))
  app.addHook('onClose', () => sessions.close())
  return standInAt(app, settings.port)
}
