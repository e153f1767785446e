/**
 * The configuration. No other module reads environment variables. Each variable has a safe local default, and production
 * refuses the local defaults of secrets and services. See docs/product/configuration.md#settings.
 */
import { resolve } from 'node:path'
import process from 'node:process'
import * as z from 'zod/mini'
import {
  address,
  databaseUrl,
  domain,
  email,
  emailList,
  factor,
  filledText,
  flag,
  headerList,
  hostList,
  issuerList,
  limitList,
  mailbox,
  networks,
  onOrOff,
  optionalAddress,
  optionalEmail,
  origin,
  port,
  publishedKeys,
  share,
  signingKey,
  smtpUrl,
  termsVersion,
  text,
  timeString,
  wholeNumber,
} from './config-fields.ts'

const localSecret = 'portal-secret'
const localManagementSecret = 'portal-management-secret'
const localStripeKey = 'sk_test_local'
const localWebhookSecret = 'whsec_local'
/** Each variable's schema, local default and description. docs/operations.md documents the same variables. */
export const variables = {
  NODE_ENV: [
    z.enum(['development', 'test', 'production']),
    'development',
    'production refuses local defaults',
  ],
  API_HOST: [filledText, 'localhost', 'interface the API listens on'],
  API_PORT: [port, '9001', 'port of the API'],
  METRICS_HOST: [filledText, '127.0.0.1', 'interface of the metrics server'],
  METRICS_PORT: [port, '9009', 'port of the metrics server; 0 picks a free port'],
  API_URL: [origin, 'http://localhost:9001', 'public URL of the API'],
  PORTAL_URL: [
    origin,
    'http://localhost:9000',
    'public URL of the portal; the only origin that may send writes with cookies',
  ],
  DATA_DIR: [filledText, '.data', 'folder of the local database and keys'],
  DATABASE_URL: [
    databaseUrl,
    '',
    'PostgreSQL; empty uses the database that the local run started for DATA_DIR',
  ],
  REPLICA_DATABASE_URL: [
    databaseUrl,
    '',
    'PostgreSQL replica for reports and searches, which may be seconds old; empty uses DATABASE_URL',
  ],
  MIGRATION_DATABASE_URL: [
    databaseUrl,
    '',
    'PostgreSQL for migrations, without a pooler; empty uses DATABASE_URL',
  ],
  DATABASE_POOLER: [
    z.enum(['', 'transaction']),
    '',
    'transaction if a connection pooler, such as PgBouncer, is in front of PostgreSQL',
  ],
  DATABASE_POOL_SIZE: [wholeNumber(1, 500), '10', 'connections per process for requests'],
  TRUSTED_PROXIES: [networks, '', 'addresses or networks whose X-Forwarded-For is trusted, comma-separated'],
  REQUEST_TIMEOUT_SECONDS: [
    wholeNumber(1, 3_600),
    '30',
    'seconds within which a client must send its request',
  ],
  MAX_EVENT_LOOP_DELAY_MS: [
    wholeNumber(0, 60_000),
    '2000',
    'mean delay of the event loop above which requests are refused; 0 never refuses',
  ],
  JOBS: [onOrOff, 'on', 'whether this process runs background jobs; every process queues them'],
  RATE_LIMIT_FACTOR: [factor, '1', 'factor that multiplies every rate limit'],
  ACCOUNT_LIMITS: [
    limitList,
    '',
    'limits on accounts and workspaces that differ from the defaults, as name=value, comma-separated',
  ],
  LEGAL_DIR: [text, '', 'folder of the legal documents; empty uses the shipped documents'],
  TERMS_VERSION: [termsVersion, '', 'version of the terms in force; empty means the newest'],
  STAFF_DOMAIN: [domain, 'systeminit.com', 'exact email domain of staff'],
  STAFF_EMAILS: [emailList, '', 'additional staff email addresses, comma-separated'],
  PRODUCT_NAME: [filledText, 'System Initiative', 'product name in mails and documents'],
  MANAGED_INSTANCE_URL: [origin, 'https://app.systeminit.com', 'instance of managed workspaces'],
  LOCAL_INSTANCE_URL: [origin, 'http://localhost:8080', 'instance of local workspaces'],
  FORBID_HTTP_INSTANCES: [flag, 'false', 'refuse http URLs of remote workspaces'],
  COOKIE_DOMAIN: [domain, '', 'domain of the XSRF cookie when portal and API have different hosts'],
  SESSION_IDLE_HOURS: [wholeNumber(1, 8_760), '168', 'a session expires after this many hours without use'],
  SESSION_ABSOLUTE_HOURS: [wholeNumber(1, 17_520), '720', 'a session expires after this many hours'],
  FRESH_SIGN_IN_AGE: [
    timeString.check(z.minimum(1_000, 'must be at least 1s')),
    '1h',
    'maximum age of the sign-in for actions that cannot be undone, as a time string',
  ],
  INSTANCE_TOKEN_HOURS: [wholeNumber(1, 8_760), '168', 'lifetime of an instance token'],
  OIDC_ISSUER: [address, 'http://localhost:9002/', 'the OpenID Connect provider'],
  OIDC_CLIENT_ID: [filledText, 'portal', 'client id at the provider'],
  OIDC_CLIENT_SECRET: [filledText, localSecret, 'its secret'],
  AUTH0_MANAGEMENT_CLIENT_ID: [
    text,
    'portal-management',
    "client id for Auth0's management API; empty for another provider",
  ],
  AUTH0_MANAGEMENT_URL: [
    optionalAddress,
    '',
    "Auth0's own domain of the tenant, if the provider is a custom domain",
  ],
  AUTH0_MANAGEMENT_CLIENT_SECRET: [text, localManagementSecret, 'its secret'],
  API_TOKEN_MAX_LIFETIME: [timeString, '2y', 'maximum lifetime of an API token, as a time string'],
  FEDERATION_TRUSTED_ISSUERS: [
    issuerList,
    '',
    'issuers of identity tokens that may use http and private addresses, comma-separated',
  ],
  WEBHOOK_TRUSTED_HOSTS: [
    hostList,
    '',
    'hosts (name, or name:port) of webhooks that may use http and private addresses, comma-separated',
  ],
  SMTP_URL: [smtpUrl, 'smtp://localhost:9025', 'the mail server'],
  MAIL_FROM: [mailbox, 'System Initiative <no-reply@systeminit.com>', 'sender of mails'],
  MAIL_REPLY_TO: [
    optionalEmail,
    '',
    'address that receives replies to mails; if empty, replies go to the sender',
  ],
  SUPPORT_EMAIL: [email, 'support@systeminit.com', 'support address shown in mails'],
  STRIPE_SECRET_KEY: [text, localStripeKey, 'secret key of Stripe; empty turns billing off'],
  STRIPE_WEBHOOK_SECRET: [text, localWebhookSecret, "secret that signs Stripe's webhooks"],
  STRIPE_API_URL: [
    optionalAddress,
    'http://localhost:9003',
    "URL of the billing provider; empty uses Stripe's",
  ],
  STRIPE_TRIAL_PRICE: [text, 'price_trial', 'price of the trial'],
  STRIPE_MONTHLY_PRICE: [text, 'price_monthly', 'price of the monthly subscription'],
  SUSPEND_UNPAID_AFTER_DAYS: [
    wholeNumber(0, 3_650),
    '0',
    'days after which an unpaid account is suspended; 0 means never',
  ],
  SIGNING_KEY: [signingKey, '', 'private ES256 key as JWK; empty generates one in DATA_DIR'],
  PUBLISHED_KEYS: [publishedKeys, '', 'additional public keys as a JWK set, for rotation'],
  DRAIN_GRACE_SECONDS: [
    wholeNumber(0, 600),
    '0',
    'seconds a stopping process keeps answering, so that the proxy notices that it is not ready',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    optionalAddress,
    '',
    'collector that receives traces by OTLP over HTTP; empty turns tracing off',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    headerList,
    '',
    'headers for the collector, as name=value, comma-separated; they may hold a secret',
  ],
  OTEL_SERVICE_NAME: [filledText, 'portal-api', 'name of this service in traces'],
  OTEL_TRACES_SAMPLER_ARG: [share, '1', 'share of requests that are traced, from 0 to 1'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'minimum level of log lines',
  ],
} as const

type Variables = typeof variables
export type Values = { [K in keyof Variables]: z.output<Variables[K][0]> }

/** The variables' values and the settings derived from them. */
export interface Config extends Values {
  isProduction: boolean
  isHttps: boolean
  /** The portal's origin, as browsers send it in `Origin`. */
  portalOrigin: string
  legalDir: string
}

/** An invalid configuration. The message has one line per problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

const forbiddenInProduction = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_SECRET',
  'API_URL',
  'PORTAL_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
] as const

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Whether the portal can read the XSRF cookie, which the API sets. URLs with other problems are not compared. */
function isXsrfCookieShared({ API_URL, PORTAL_URL, COOKIE_DOMAIN }: Partial<Values>): boolean {
  const urls = [API_URL, PORTAL_URL].filter((url) => url?.startsWith('https://'))
  if (urls.length < 2 || COOKIE_DOMAIN === undefined) return true
  const hosts = urls.map((url = '') => new URL(url).hostname)
  if (COOKIE_DOMAIN === '') return hosts[0] === hosts[1]
  const domain = COOKIE_DOMAIN.toLowerCase().replace(/^\./, '')
  // Browsers refuse cookies for a top-level domain or a part of an IP address.
  return /\.[a-z][^.]*$/.test(domain) && hosts.every((host) => isInDomain(host, domain))
}

/** Checks the valid values for production. Invalid values have already been reported. */
function productionProblems(values: Partial<Values>): string[] {
  const problems: string[] = forbiddenInProduction
    .filter((name) => values[name]?.replace(/\/$/, '') === variables[name][1].replace(/\/$/, ''))
    .map((name) => `${name} still has its local default, which production refuses`)
  if (
    values.AUTH0_MANAGEMENT_CLIENT_SECRET === localManagementSecret &&
    values.AUTH0_MANAGEMENT_CLIENT_ID !== ''
  )
    problems.push('AUTH0_MANAGEMENT_CLIENT_SECRET still has its local default, which production refuses')
  if (!isXsrfCookieShared(values))
    problems.push(
      'COOKIE_DOMAIN must be a domain that contains the hosts of API_URL and PORTAL_URL, such as example.com',
    )
  if (values.STRIPE_SECRET_KEY !== '' && values.STRIPE_WEBHOOK_SECRET === '')
    problems.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY')
  if (values.SIGNING_KEY === '') problems.push('SIGNING_KEY is required in production')
  for (const name of ['API_URL', 'PORTAL_URL', 'OIDC_ISSUER'] as const)
    if (values[name]?.startsWith('https://') === false) problems.push(`${name} must use https in production`)
  return problems
}

/** Reads the environment variables. Throws `ConfigurationError` with all problems. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, [schema, fallback]] of Object.entries(variables)) {
    const given = environment[name]
    // An empty value counts as unset unless the variable's schema accepts it.
    const isGiven = given !== undefined && (given !== '' || schema.safeParse('').success)
    const result = schema.safeParse(isGiven ? given : fallback)
    if (result.success) values[name] = result.data
    else problems.push(`${name} ${result.error.issues.map((issue) => issue.message).join(', ')}`)
  }
  if (values.NODE_ENV === 'production') problems.push(...productionProblems(values))
  if (problems.length > 0) throw new ConfigurationError(problems)
  const read = values as Values
  return {
    ...read,
    DATA_DIR: resolve(read.DATA_DIR),
    isProduction: read.NODE_ENV === 'production',
    isHttps: read.API_URL.startsWith('https://'),
    portalOrigin: new URL(read.PORTAL_URL).origin,
    legalDir:
      read.LEGAL_DIR === '' ? resolve(import.meta.dirname, '../../../legal') : resolve(read.LEGAL_DIR),
  }
}
