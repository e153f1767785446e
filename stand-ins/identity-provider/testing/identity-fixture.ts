import * as client from 'openid-client'
import { freePort } from '../../../tools/processes/free-port.ts'
import { buildMail } from '../../mail/build-mail.ts'
import type { Message } from '../../mail/message-store.ts'
import { temporaryFolder } from '../../serving/testing/temporary-folder.ts'
import { TestBrowser, type Visit } from '../../serving/testing/test-browser.ts'
import { buildIdentityProvider } from '../build-identity-provider.ts'
import type { IdentitySettings } from '../identity-settings.ts'

const redirectUri = 'http://localhost:9001/auth/login-callback'
export const logoutUrl = 'http://localhost:9001/auth/logout-callback'

/** Runs an identity provider and a mail service, with helpers for a relying party. */
export async function startIdentityFixture() {
  const folder = await temporaryFolder()
  const mail = await buildMail({ port: 0, smtpPort: 0, dataFolder: `${folder.path}/mail` })
  await mail.listen()
  const port = await freePort()
  const settings: IdentitySettings = {
    port,
    issuer: `http://localhost:${port}/`,
    portalUrl: 'http://localhost:9000',
    verificationResultUrl: 'http://localhost:9000/login-success?verification=done',
    client: { id: 'portal', secret: 'portal-secret', redirectUris: [redirectUri], logoutUrls: [logoutUrl] },
    managementClient: { id: 'portal-management', secret: 'portal-management-secret' },
    smtpUrl: `smtp://localhost:${mail.smtpPort}`,
    dataFolder: `${folder.path}/identity`,
  }
  let running = await buildIdentityProvider(settings)
  await running.listen()
  const at = (path: string) => new URL(path, settings.issuer)

  return {
    settings,
    issuer: settings.issuer,
    newBrowser: () => new TestBrowser(settings.issuer),

    discover: () =>
      client.discovery(at(''), 'portal', 'portal-secret', undefined, {
        execute: [client.allowInsecureRequests],
      }),

    call: (path: string, method = 'GET', body?: unknown, token?: string) =>
      fetch(at(path), {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),

    async messagesTo(address: string): Promise<Message[]> {
      const reply = await fetch(`${mail.origin}/api/messages?to=${address}`)
      return (await reply.json()) as Message[]
    },

    async restart() {
      await running.close()
      running = await buildIdentityProvider(settings)
      await running.listen()
    },

    async close() {
      await running.close()
      await mail.close()
      await folder.remove()
    },
  }
}

export type IdentityFixture = Awaited<ReturnType<typeof startIdentityFixture>>

/** Starts a sign-in as the relying party. `redeem` exchanges the returned code for tokens. */
export async function beginSignIn(config: client.Configuration, extra: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...extra,
  })
  const redeem = (visit: Visit) =>
    client.authorizationCodeGrant(config, new URL(visit.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
  return { url, redeem }
}
