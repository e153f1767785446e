import Provider from 'oidc-provider'
import { registerFailureSwitch } from '../serving/failure-switch.ts'
import { openSigningKey } from '../serving/signing-key.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { identityStandIn } from './account.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { AccountStore } from './account-store.ts'
import { ArtifactStore } from './artifact-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { registerManagementRoutes } from './management-routes.ts'
import { oidcConfiguration } from './oidc-configuration.ts'
import { registerOidcRoutes } from './oidc-routes.ts'
import { seedPeople } from './seeded-people.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'
import { registerVerificationRoutes, Verification } from './verification.ts'

/** Builds the identity provider, with OpenID Connect, sign-in pages and the Auth0 endpoints that the product uses. */
export async function buildIdentityProvider(settings: IdentitySettings): Promise<StandIn> {
  const { dataFolder, port } = settings
  const accounts = new AccountStore(dataFolder)
  await seedPeople(accounts)
  const key = await openSigningKey(dataFolder)
  const artifacts = new ArtifactStore(dataFolder)
  const verification = new Verification(settings, accounts)
  const provider = new Provider(settings.issuer, oidcConfiguration(settings, accounts, artifacts, key))
  // The server only listens on this computer, so TLS means that a proxy terminates it.
  provider.proxy = settings.issuer.startsWith('https:')

  const app = await createStandInServer(identityStandIn)
  // The API for scripts keeps working during a simulated outage, but the management API fails.
  registerFailureSwitch(app, undefined, (path) => /^\/api\/(failure|accounts)$/.test(path))
  registerAccountRoutes(app, accounts, settings)
  registerSignInRoutes(app, { provider, accounts, verification, settings })
  registerVerificationRoutes(app, verification, settings)
  const answerManagement = await registerManagementRoutes(app, { settings, key, accounts, verification })
  registerOidcRoutes(app, provider, settings, answerManagement)
  app.addHook('onClose', async () => {
    verification.close()
    await artifacts.close()
  })
  return standInAt(app, port)
}
