import { resolve } from 'node:path'
import { type Ports, portVariables } from './ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

function local(port: number): string {
  return `http://localhost:${port}`
}

/**
 * The environment variables of every process of the local run, mainly the URLs of the others. Other variables keep
 * their local defaults. The caller's environment has precedence, except that the local run is never production.
 */
export function localEnvironment(ports: Ports, env: Environment): Record<string, string> {
  const derived: Record<string, string> = {
    PORTAL_URL: local(ports.PORTAL_PORT),
    API_URL: local(ports.API_PORT),
    AUTH_API_URL: local(ports.API_PORT),
    OIDC_ISSUER: `${local(ports.IDENTITY_PORT)}/`,
    ISSUER: `${local(ports.IDENTITY_PORT)}/`,
    IDENTITY_REDIRECT_URIS: `${local(ports.API_PORT)}/auth/login-callback`,
    IDENTITY_LOGOUT_URLS: `${local(ports.API_PORT)}/auth/logout-callback`,
    IDENTITY_VERIFICATION_RESULT_URL: `${local(ports.PORTAL_PORT)}/login-success?verification=done`,
    STRIPE_API_URL: local(ports.BILLING_PORT),
    BILLING_WEBHOOK_URL: `${local(ports.API_PORT)}/billing/webhook`,
    ANALYTICS_URL: local(ports.ANALYTICS_PORT),
    ANALYTICS_KEY: 'phc_local',
    CI_ISSUER: local(ports.CI_PORT),
    CI_SYSTEM_URL: local(ports.CI_PORT),
    FEDERATION_TRUSTED_ISSUERS: local(ports.CI_PORT),
    WEBHOOK_RECEIVER_URL: `${local(ports.RECEIVER_PORT)}/hook`,
    WEBHOOK_TRUSTED_HOSTS: `localhost:${ports.RECEIVER_PORT}`,
    SMTP_URL: `smtp://localhost:${ports.MAIL_SMTP_PORT}`,
    LOCAL_INSTANCE_URL: local(ports.LOCAL_INSTANCE_PORT),
    MANAGED_INSTANCE_URL: local(ports.MANAGED_INSTANCE_PORT),
    // After signing out, users arrive at the marketing site. In a local run this is a local page.
    MARKETING_URL: `${local(ports.MAIL_PORT)}/`,
  }
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  // An empty value is meaningful for most variables. For a known URL it counts as unset.
  const known = Object.entries(derived).filter(([name]) => !given[name])
  return {
    ...given,
    ...Object.fromEntries(known),
    ...portVariables(ports),
    DATA_DIR: resolve(given.DATA_DIR || '.data'),
    NODE_ENV: given.NODE_ENV === 'test' ? 'test' : 'development',
  }
}
