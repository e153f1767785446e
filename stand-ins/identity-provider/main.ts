import { join } from 'node:path'
import { readPort, runStandIn } from '../serving/run-stand-in.ts'
import { loadWithoutRuntimeWarning } from './load-without-runtime-warning.ts'

function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

await runStandIn('identity provider stand-in', async () => {
  const { buildIdentityProvider } = await loadWithoutRuntimeWarning(
    () => import('./build-identity-provider.ts'),
  )
  const env = process.env
  const port = readPort('IDENTITY_PORT', env.IDENTITY_PORT, 9002)
  const issuer = new URL(env.ISSUER || `http://localhost:${port}/`).href
  return buildIdentityProvider({
    port,
    issuer: issuer.endsWith('/') ? issuer : `${issuer}/`,
    portalUrl: env.PORTAL_URL || 'http://localhost:9000',
    verificationResultUrl:
      env.IDENTITY_VERIFICATION_RESULT_URL || 'http://localhost:9000/login-success?verification=done',
    client: {
      id: env.IDENTITY_CLIENT_ID || 'portal',
      secret: env.IDENTITY_CLIENT_SECRET || 'portal-secret',
      redirectUris: list(env.IDENTITY_REDIRECT_URIS || 'http://localhost:9001/auth/login-callback'),
      logoutUrls: list(env.IDENTITY_LOGOUT_URLS || 'http://localhost:9001/auth/logout-callback'),
    },
    managementClient: {
      id: env.IDENTITY_MANAGEMENT_CLIENT_ID || 'portal-management',
      secret: env.IDENTITY_MANAGEMENT_CLIENT_SECRET || 'portal-management-secret',
    },
    smtpUrl: env.SMTP_URL || 'smtp://localhost:9025',
    dataFolder: join(env.DATA_DIR || '.data', 'stand-ins', 'identity-provider'),
  })
})
