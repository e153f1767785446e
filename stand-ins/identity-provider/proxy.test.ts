import { expect, it } from 'vitest'
import { freePort } from '../../tools/processes/free-port.ts'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { buildIdentityProvider } from './build-identity-provider.ts'

it('an identity provider with an https issuer publishes https endpoints behind a proxy that terminates TLS', async () => {
  const folder = await temporaryFolder()
  const port = await freePort()
  const provider = await buildIdentityProvider({
    port,
    issuer: 'https://id.example.com/',
    portalUrl: 'https://portal.example.com',
    verificationResultUrl: 'https://portal.example.com/login-success?verification=done',
    client: {
      id: 'portal',
      secret: 'secret',
      redirectUris: ['https://api.example.com/auth/login-callback'],
      logoutUrls: [],
    },
    managementClient: { id: 'management', secret: 'secret' },
    smtpUrl: 'smtp://localhost:9',
    dataFolder: folder.path,
  })
  await provider.listen()
  const response = await fetch(`http://localhost:${port}/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'id.example.com' },
  })
  const { authorization_endpoint: start, token_endpoint: token } = (await response.json()) as Record<
    string,
    string
  >
  await provider.close()
  await folder.remove()
  expect([start, token].map((url = '') => new URL(url).origin)).toEqual(
    Array(2).fill('https://id.example.com'),
  )
})
