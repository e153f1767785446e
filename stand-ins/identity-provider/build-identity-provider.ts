import Provider from 'oidc-provider'
import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { listenOnLoopback } from '../serving/loopback.ts'
import { createStandInServer, type StandIn } from '../serving/stand-in-server.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { AccountStore } from './account-store.ts'
import { ArtifactStore } from './artifact-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { registerLogoutRoute } from './logout-route.ts'
import { registerManagementRoutes } from './management-routes.ts'
import { createManagementTokens } from './management-token.ts'
import { oidcConfiguration } from './oidc-configuration.ts'
import { registerOidcRoutes } from './oidc-routes.ts'
import { registerPeoplePage } from './people-page.ts'
import { identityStandIn } from './plain-pages.ts'
import { seedPeople } from './seeded-people.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'
import { openSigningKeys } from './signing-keys.ts'
import { registerTokenRoute } from './token-route.ts'
import { Verification } from './verification.ts'
import { registerVerificationRoutes } from './verification-routes.ts'

/** The API for scripts keeps working during a simulated outage. Everything else fails, including the management API. */
function isForScripts(path: string): boolean {
  return path === '/api/failure' || path === '/api/accounts' || path.startsWith('/api/accounts/')
}

/** Builds the identity provider, with OpenID Connect, sign-in pages and the Auth0 endpoints that the product uses. */
export async function buildIdentityProvider(settings: IdentitySettings): Promise<StandIn> {
  const { dataFolder, port } = settings
  const accounts = await AccountStore.open(dataFolder)
  await seedPeople(accounts)
  const keys = await openSigningKeys(dataFolder)
  const artifacts = await ArtifactStore.open(dataFolder)
  const verification = await Verification.open(settings, accounts)
  const tokens = await createManagementTokens(settings, keys)
  const provider = new Provider(settings.issuer, oidcConfiguration(settings, accounts, artifacts, keys))
  // The server only listens on this computer, so TLS means that a proxy terminates it.
  provider.proxy = settings.issuer.startsWith('https:')

  const app = await createStandInServer(identityStandIn)
  registerFailureSwitch(app, new FailureSwitch(), isForScripts)
  registerPeoplePage(app, accounts, settings)
  registerSignInRoutes(app, { provider, accounts, verification, settings })
  registerVerificationRoutes(app, verification, settings.verificationResultUrl)
  registerTokenRoute(app, provider, tokens, settings)
  registerLogoutRoute(app, provider, settings)
  registerManagementRoutes(app, tokens, accounts, verification)
  registerAccountRoutes(app, accounts)
  registerOidcRoutes(app, provider)

  return {
    async listen() {
      await listenOnLoopback(app, port)
      return settings.issuer
    },
    async close() {
      verification.close()
      await app.close()
      await artifacts.close()
    },
  }
}
