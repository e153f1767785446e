/** The configuration: safe local defaults, a complete list of problems, and no local defaults in production. */
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfig, variables } from './config.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

/** The first word of each problem, which is the variable's name. */
const invalidVariables = (environment: Record<string, string>) =>
  problemsOf(environment).map((problem) => problem.split(' ')[0])

const production = {
  NODE_ENV: 'production',
  API_URL: 'https://auth.example.com',
  PORTAL_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_SECRET: 'secret',
  AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret',
  SIGNING_KEY: JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }),
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_URL: 'https://api.stripe.com',
  COOKIE_DOMAIN: 'example.com',
}

describe('readConfig without environment variables', () => {
  it('returns the local defaults', () => {
    expect(readConfig({})).toMatchObject({
      NODE_ENV: 'development',
      API_PORT: 9001,
      METRICS_PORT: 9009,
      METRICS_HOST: '127.0.0.1',
      API_URL: 'http://localhost:9001',
      PORTAL_URL: 'http://localhost:9000',
      DATABASE_URL: '',
      TRUSTED_PROXIES: [],
      TERMS_VERSION: '',
      STAFF_DOMAIN: 'systeminit.com',
      STAFF_EMAILS: [],
      PRODUCT_NAME: 'System Initiative',
      MANAGED_INSTANCE_URL: 'https://app.systeminit.com',
      LOCAL_INSTANCE_URL: 'http://localhost:8080',
      COOKIE_DOMAIN: '',
      SESSION_IDLE_HOURS: 7 * 24,
      SESSION_ABSOLUTE_HOURS: 30 * 24,
      FRESH_SIGN_IN_AGE: 3_600_000,
      isProduction: false,
      isHttps: false,
    })
    expect(readConfig({}).DATA_DIR).toMatch(/\/\.data$/)
  })

  it('treats an empty variable as unset', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
    expect(problemsOf(empty)).toEqual([])
    expect(readConfig(empty)).toMatchObject({
      API_PORT: 9001,
      API_URL: 'http://localhost:9001',
      DATABASE_POOLER: '',
      FORBID_HTTP_INSTANCES: false,
    })
  })
})

describe('readConfig', () => {
  it.each<[string, string]>([
    ['NODE_ENV', 'staging'],
    ['API_PORT', 'http'],
    ['API_PORT', '65536'],
    ['API_PORT', '-1'],
    ['API_PORT', '90.5'],
    ['METRICS_PORT', '9009x'],
    ['API_URL', 'localhost:9001'],
    ['API_URL', 'ftp://localhost'],
    ['API_URL', 'https://'],
    ['PORTAL_URL', 'http://a b'],
    ['OIDC_ISSUER', 'javascript:alert(1)'],
    ['MANAGED_INSTANCE_URL', 'nowhere'],
    ['SESSION_IDLE_HOURS', '0'],
    ['SESSION_IDLE_HOURS', '1.5'],
    ['FRESH_SIGN_IN_AGE', '3600'],
    ['FRESH_SIGN_IN_AGE', '-1h'],
    ['FRESH_SIGN_IN_AGE', '999ms'],
    ['SESSION_ABSOLUTE_HOURS', 'forever'],
    ['DATABASE_POOL_SIZE', '0'],
    ['FORBID_HTTP_INSTANCES', 'yes'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['DRAIN_GRACE_SECONDS', '601'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'parentbased'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', 'my-proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.999'],
    ['TRUSTED_PROXIES', 'true'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_POOLER', 'session'],
    ['MAIL_REPLY_TO', 'nobody'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['COOKIE_DOMAIN', 'exa mple.com'],
    ['COOKIE_DOMAIN', 'example.com; Secure'],
    ['COOKIE_DOMAIN', 'https://example.com'],
    ['STAFF_DOMAIN', '@systeminit.com'],
    ['STAFF_DOMAIN', 'systeminit.com, example.com'],
    ['STAFF_EMAILS', 'ada@example.com, grace'],
    ['STAFF_EMAILS', 'ada@example.com; grace@example.com'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Portal'],
    ['MAIL_FROM', 'Portal <no-reply>'],
    ['MAIL_FROM', 'ada@example.com, grace@example.com'],
    ['MAIL_FROM', 'Ada <ada@example.com>, Grace <grace@example.com>'],
    ['SUPPORT_EMAIL', 'support'],
    ['SUPPORT_EMAIL', 'ada@example.com, grace@example.com'],
    ['STRIPE_API_URL', 'api.stripe.com'],
    ['STRIPE_API_URL', 'stripe'],
    ['TERMS_VERSION', 'newest'],
    ['SIGNING_KEY', '{}'],
    ['SIGNING_KEY', '{"kty":'],
    ['PUBLISHED_KEYS', '[]'],
  ])('refuses %s=%s', (name, value) => {
    expect(invalidVariables({ [name]: value })).toEqual([name])
  })

  it.each<[string, string, unknown]>([
    ['API_PORT', '0', 0],
    ['API_URL', 'https://auth.example.com/', 'https://auth.example.com'],
    [
      'TRUSTED_PROXIES',
      '127.0.0.1, 10.0.0.0/8 ,::1,fc00::/7,loopback',
      ['127.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', 'loopback'],
    ],
    ['RATE_LIMIT_FACTOR', '0.5', 0.5],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', 'http://collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%20key, team=x', ['api-key=a%20key', 'team=x']],
    ['OTEL_TRACES_SAMPLER_ARG', '.05', 0.05],
    ['STAFF_EMAILS', 'a@example.com, ,b@example.com', ['a@example.com', 'b@example.com']],
    ['SMTP_URL', 'smtps://user:pass%2Fword@mail.example.com:465/?pool=true', expect.any(String)],
    ['MAIL_FROM', 'no-reply@example.com', 'no-reply@example.com'],
    ['MAIL_FROM', '"Portal, Inc." <no-reply@example.com>', '"Portal, Inc." <no-reply@example.com>'],
    ['STRIPE_API_URL', 'https://api.stripe.com/', 'https://api.stripe.com'],
    ['FORBID_HTTP_INSTANCES', '1', true],
    [
      'DATABASE_URL',
      'postgresql://user:pw@host:5432/name?sslmode=require',
      'postgresql://user:pw@host:5432/name?sslmode=require',
    ],
    ['COOKIE_DOMAIN', '.example.com', '.example.com'],
    ['AUTH0_MANAGEMENT_CLIENT_ID', '', ''],
  ])('accepts %s=%s', (name, value, read) => {
    expect(readConfig({ [name]: value })).toHaveProperty(name, read)
  })

  it('never repeats a value in a problem, because it may be a secret', () => {
    for (const name of Object.keys(variables)) {
      const problems = problemsOf({ [name]: 'p\u0000ssw0rd-x\n' })
      expect(problems.join()).not.toContain('ssw0rd')
    }
  })

  it('reports all problems together', () => {
    const wrong = { API_PORT: 'x', LOG_LEVEL: 'x', PORTAL_URL: 'x', SESSION_IDLE_HOURS: 'x' }
    expect([...invalidVariables(wrong)].sort()).toEqual(Object.keys(wrong).sort())
    expect(() => readConfig(wrong)).toThrow(/API_PORT.*\n.*PORTAL_URL|PORTAL_URL.*\n.*API_PORT/s)
  })
})

describe('readConfig in production', () => {
  it('accepts a complete configuration', () => {
    expect(problemsOf(production)).toEqual([])
    expect(readConfig(production)).toMatchObject({ isProduction: true, isHttps: true })
  })

  it('reports invalid and missing variables in one list', () => {
    const names = invalidVariables({ ...production, API_PORT: '99999', SIGNING_KEY: '', SMTP_URL: '' })
    expect(names).toEqual(['API_PORT', 'SMTP_URL', 'SIGNING_KEY'])
  })

  it('refuses the local defaults of secrets and stand-ins together', () => {
    const names = new Set(invalidVariables({ NODE_ENV: 'production' }))
    // The hosts are compared only if both URLs use https.
    const { NODE_ENV: _, COOKIE_DOMAIN: __, ...needed } = production
    expect([...names].sort()).toEqual(Object.keys(needed).sort())
  })

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'refuses a configuration without %s',
    (missing) => {
      const rest = Object.fromEntries(Object.entries(production).filter(([name]) => name !== missing))
      expect(new Set(invalidVariables(rest))).toEqual(new Set([missing]))
    },
  )

  it('refuses a local default that is set explicitly', () => {
    expect(invalidVariables({ ...production, OIDC_CLIENT_SECRET: 'portal-secret' })).toEqual([
      'OIDC_CLIENT_SECRET',
    ])
    expect(new Set(invalidVariables({ ...production, OIDC_ISSUER: 'http://localhost:9002' }))).toEqual(
      new Set(['OIDC_ISSUER']),
    )
  })

  it('refuses http URLs for the API, the portal and the identity provider', () => {
    for (const name of ['API_URL', 'PORTAL_URL', 'OIDC_ISSUER'])
      expect(invalidVariables({ ...production, [name]: 'http://plain.example.com' })).toEqual([name])
  })

  it.each([
    ['', 'https://example.com/auth', 'https://example.com'],
    ['.Example.com', 'https://auth.example.com', 'https://example.com'],
  ])('accepts the cookie domain "%s" for %s and %s', (COOKIE_DOMAIN, API_URL, PORTAL_URL) => {
    expect(invalidVariables({ ...production, COOKIE_DOMAIN, API_URL, PORTAL_URL })).toEqual([])
  })

  it.each([
    ['', 'https://auth.example.com', 'https://portal.example.com'],
    ['example.com', 'https://auth.example.com', 'https://portal.another-example.com'],
    ['auth.example.com', 'https://auth.example.com', 'https://portal.example.com'],
    ['com', 'https://auth.example.com', 'https://portal.example.com'],
    ['0.0.1', 'https://10.0.0.1', 'https://11.0.0.1'],
  ])('refuses the cookie domain "%s" for %s and %s', (COOKIE_DOMAIN, API_URL, PORTAL_URL) => {
    const names = invalidVariables({ ...production, COOKIE_DOMAIN, API_URL, PORTAL_URL })
    expect(names).toEqual(['COOKIE_DOMAIN'])
  })

  it('requires STRIPE_WEBHOOK_SECRET only if billing is on', () => {
    const rest = { ...production, STRIPE_WEBHOOK_SECRET: '' }
    expect(invalidVariables(rest)).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(problemsOf({ ...rest, STRIPE_SECRET_KEY: '' })).toEqual([])
  })

  it('needs no management secret for a generic OpenID provider', () => {
    const { AUTH0_MANAGEMENT_CLIENT_SECRET: _, ...rest } = production
    expect(problemsOf({ ...rest, AUTH0_MANAGEMENT_CLIENT_ID: '' })).toEqual([])
  })

  it('requires a signing key instead of generating one', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const SIGNING_KEY = JSON.stringify(await exportJWK(privateKey))
    expect(problemsOf({ ...production, SIGNING_KEY })).toEqual([])
    expect(invalidVariables({ ...production, SIGNING_KEY: '' })).toEqual(['SIGNING_KEY'])
  })
})
