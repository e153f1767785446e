import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/**
 * Hides the warning of oidc-provider about Node versions that are not LTS releases. This project pins its Node version,
 * so the warning is not actionable. Other warnings are printed.
 */
async function loadProvider() {
  const { warn } = console
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes('Unsupported runtime')) warn(...values)
  }
  try {
    return await import('./build-identity-provider.ts')
  } finally {
    console.warn = warn
  }
}

await runStandIn('identity provider stand-in', async () => {
  const { buildIdentityProvider } = await loadProvider()
  const env = process.env
  const port = readPort('IDENTITY_PORT', 9002)
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
    dataFolder: dataFolderOf('identity-provider'),
  })
})
