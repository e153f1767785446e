import { createHash } from 'node:crypto'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { Html, html } from '../serving/html.ts'
import { headersOf, noticePage, type Page, renderPage } from '../serving/page.ts'
import type { SigningKey } from '../serving/signing-key.ts'
import { accountClaims, identityStandIn } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { ArtifactStore } from './artifact-store.ts'
import type { IdentitySettings } from './identity-settings.ts'

const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(headersOf(page))
  ctx.body = renderPage(page)
}

/** Submits the provider's sign-out form without asking, because the user has already signed out of the product. */
function signOutPage(form: string): Page {
  const title = 'Signing you out…'
  const withAnswer = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><noscript><button>Sign out</button></noscript></form>',
  )
  const body = html`<div class="card"><h1>${title}</h1>${new Html(withAnswer)}</div>`
  const script = "document.getElementById('op.logoutForm').submit()"
  return { title, standIn: identityStandIn, body, script }
}

/** Grants every requested scope without a consent page, because the only client is trusted. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { client, session, provider, params } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = known ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid')
  await grant.save()
  return grant
}

/** Configures the OpenID provider with Auth0's paths, claims and behavior. */
export function oidcConfiguration(
  settings: IdentitySettings,
  accounts: AccountStore,
  artifacts: ArtifactStore,
  key: SigningKey,
): Configuration {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const back = html`<a href="${settings.portalUrl}">Back to the portal</a>`
  return {
    adapter: (kind: string) => artifacts.adapter(kind),
    clients: [
      {
        client_id: settings.client.id,
        client_secret: settings.client.secret,
        client_name: 'Portal',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: settings.client.redirectUris,
        post_logout_redirect_uris: settings.client.logoutUrls,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/oidc/logout',
    },
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'nickname', 'picture', 'updated_at'],
      email: ['email', 'email_verified'],
    },
    // Auth0 includes the profile claims in the ID token.
    conformIdTokenClaims: false,
    extraParams: ['screen_hint', 'audience'],
    findAccount: (_ctx, subject) => {
      const account = accounts.find(subject)
      return account && { accountId: subject, claims: () => accountClaims(account) }
    },
    loadExistingGrant: grantWhatIsAsked,
    interactions: {
      policy,
      url: (_ctx, interaction) => `/interaction/${interaction.uid}`,
    },
    // Cookies are shared by all ports of localhost, so these names must be unique.
    cookies: {
      keys: [createHash('sha256').update(JSON.stringify(key)).digest('base64url')],
      names: { session: 'identity-session', interaction: 'identity-interaction', resume: 'identity-resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: daySeconds,
      AuthorizationCode: 60,
      Grant: 14 * daySeconds,
      IdToken: 10 * hourSeconds,
      Interaction: hourSeconds,
      Session: 14 * daySeconds,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => show(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => show(ctx, noticePage(identityStandIn, 'You are signed out', back)),
      },
    },
    renderError: (ctx, out) => {
      const problem = html`<strong>${out.error}</strong>: ${out.error_description ?? 'No description.'}`
      show(ctx, noticePage(identityStandIn, 'This sign-in cannot continue', problem, back))
    },
  }
}
