/** Opens the identity provider: OpenID Connect, plus Auth0's management API if it is configured. */
import type { Config } from '../../config.ts'
import { Auth0Management } from './auth0-management.ts'
import { type IdentityGateway, IdentityUnavailableError } from './identity.ts'
import { OpenIdProvider } from './openid-provider.ts'

export function openIdentityGateway(config: Config): IdentityGateway {
  const provider = new OpenIdProvider(config)
  const management = config.AUTH0_MANAGEMENT_CLIENT_ID === '' ? undefined : new Auth0Management(config)
  return {
    hasManagement: management !== undefined,
    authorizationUrl: (checks, options) => provider.authorizationUrl(checks, options),
    finish: (callbackUrl, checks) => provider.finish(callbackUrl, checks),
    signOutUrl: () => provider.signOutUrl(management !== undefined),
    async readProfile(subject, accessToken) {
      if (management) return management.readProfile(subject)
      return accessToken === undefined ? undefined : provider.readProfile(subject, accessToken)
    },
    async resendVerification(subject) {
      if (!management) throw new IdentityUnavailableError()
      await management.resendVerification(subject)
    },
  }
}
