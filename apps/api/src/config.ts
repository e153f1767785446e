/**
 * Everything that can be configured: the only reader of the environment (RULES section 1). Each variable has a safe
 * local default; production refuses the local ones of secrets and services; a bad value stops the start with a list.
 */
import { resolve } from 'node:path'
import process from 'node:process'
import { parseTimeString } from '@portal/contract/time-string'
import * as z from 'zod/mini'

const flag = z.pipe(
  z.enum(['true', 'false', '1', '0', '']),
  z.transform((text) => text === 'true' || text === '1'),
)
const port = z.pipe(
  z.string().check(
    z.regex(/^\d{1,5}$/, 'must be a port number'),
    z.refine((text) => Number(text) <= 65_535, 'must be at most 65535'),
  ),
  z.transform(Number),
)
const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, 'must be a whole number'),
      z.refine((text) => Number(text) >= min && Number(text) <= max, `must be from ${min} to ${max}`),
    ),
    z.transform(Number),
  )
/** A number above zero, perhaps with decimals. */
const factor = z.pipe(
  z.string().check(
    z.regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'must be a number such as 1 or 0.5'),
    z.refine((text) => Number(text) > 0, 'must be above 0'),
  ),
  z.transform(Number),
)
/** From 0 to 1. */
const share = z.pipe(
  z
    .string()
    .check(z.regex(/^(?:0|1|[01]?\.\d{1,6})$/, 'must be from 0 to 1'))
    .check(z.refine((text) => Number(text) <= 1, 'must be from 0 to 1')),
  z.transform(Number),
)
const address = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
      'must be an http or https address',
    ),
  )
/** An address without its last slash. */
const origin = z.pipe(
  address,
  z.transform((text) => text.replace(/\/+$/, '')),
)
const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)
/** An address without its last slash, or nothing. */
const optionalAddress = z.union([z.literal(''), origin])
/** Headers, as OpenTelemetry writes them. */
const headerList = z.pipe(
  list,
  z.array(z.string().check(z.regex(/^[\w-]{1,100}=\S{1,4000}$/, 'must be name=value, comma-separated'))),
)
const text = z.string().check(z.maxLength(20_000))
/** The name of a host or domain, or nothing. */
const domain = z
  .string()
  .check(
    z.regex(/^(?:\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*)?$/i, 'must be the name of a domain, without anything else'),
  )
const databaseUrl = z
  .string()
  .check(z.regex(/^(?:postgres(?:ql)?:\/\/\S+)?$/, 'must be an address that begins with postgres://'))

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
const familyOf = (ip: string) => (ipv4.safeParse(ip).success ? 4 : ipv6.safeParse(ip).success ? 6 : 0)

/** An address, or a network as address/bits. */
function isNetwork(item: string): boolean {
  const [ip = '', bits, ...rest] = item.split('/')
  const family = familyOf(ip)
  if (family === 0 || rest.length > 0) return namedNetworks.includes(item)
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
const networks = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine((items) => items.every(isNetwork), 'must be IP addresses or networks such as 10.0.0.0/8'),
    ),
)
const filledText = text.check(z.minLength(1, 'must not be empty'))

const localSecret = 'portal-secret'
const localManagementSecret = 'portal-management-secret'
const localStripeKey = 'sk_test_local'
const localWebhookSecret = 'whsec_local'
/** A duration in milliseconds. */
const timeString = z.pipe(
  z.string().check(z.refine((text) => (parseTimeString(text) ?? 0) > 0, 'must be a time string such as 2y')),
  z.transform((text) => parseTimeString(text) ?? 0),
)

/** One row a variable: its schema, its local default, and what it is (docs/operations.md is made from this). */
export const variables = {
  NODE_ENV: [
    z.enum(['development', 'test', 'production']),
    'development',
    'production refuses local defaults',
  ],
  API_HOST: [filledText, 'localhost', 'interface that the API listens on'],
  API_PORT: [port, '9001', 'port of the API'],
  METRICS_HOST: [filledText, '127.0.0.1', 'interface of the metrics'],
  METRICS_PORT: [port, '9009', 'port of the metrics; 0 takes a free one'],
  API_URL: [origin, 'http://localhost:9001', 'address of the API as browsers and instances see it'],
  PORTAL_URL: [
    origin,
    'http://localhost:9000',
    'address of the portal: the one origin that may write with cookies',
  ],
  DATA_DIR: [filledText, '.data', 'folder of the local database and keys'],
  DATABASE_URL: [databaseUrl, '', 'PostgreSQL; empty uses the local engine in DATA_DIR'],
  DATABASE_POOL_SIZE: [wholeNumber(1, 500), '10', 'connections per process; reads share up to two of them'],
  TRUSTED_PROXIES: [networks, '', 'addresses or networks whose X-Forwarded-For is believed, comma-separated'],
  RATE_LIMIT_FACTOR: [factor, '1', 'how many times as many calls the rate limits let pass'],
  LEGAL_DIR: [text, '', 'folder of the legal documents; empty uses the ones shipped'],
  TERMS_VERSION: [text, '', 'version of the terms in force; empty means the newest'],
  STAFF_DOMAIN: [domain, 'systeminit.com', 'exact domain of staff addresses'],
  STAFF_EMAILS: [list, '', 'further staff addresses, comma-separated'],
  PRODUCT_NAME: [filledText, 'System Initiative', 'name in mails and documents'],
  MANAGED_INSTANCE_URL: [origin, 'https://app.systeminit.com', 'instance of managed workspaces'],
  LOCAL_INSTANCE_URL: [origin, 'http://localhost:8080', 'instance of local workspaces'],
  FORBID_HTTP_INSTANCES: [flag, 'false', 'refuse remote instances without https'],
  COOKIE_DOMAIN: [domain, '', 'domain of the XSRF cookie when portal and API have different hosts'],
  SESSION_IDLE_HOURS: [wholeNumber(1, 8_760), '168', 'a session ends after this long unused'],
  SESSION_ABSOLUTE_HOURS: [wholeNumber(1, 17_520), '720', 'a session ends after this long'],
  INSTANCE_TOKEN_HOURS: [wholeNumber(1, 8_760), '168', 'life of the token that an instance gets'],
  OIDC_ISSUER: [address, 'http://localhost:9002/', 'the OpenID Connect provider'],
  OIDC_CLIENT_ID: [filledText, 'portal', 'client at the provider'],
  OIDC_CLIENT_SECRET: [filledText, localSecret, 'its secret'],
  AUTH0_MANAGEMENT_CLIENT_ID: [
    text,
    'portal-management',
    "client of Auth0's management API; empty for a plain provider",
  ],
  AUTH0_MANAGEMENT_CLIENT_SECRET: [text, localManagementSecret, 'its secret'],
  API_TOKEN_MAX_LIFETIME: [timeString, '2y', 'longest life of an API token, as a time string'],
  SMTP_URL: [filledText, 'smtp://localhost:9025', 'the mail server'],
  MAIL_FROM: [filledText, 'System Initiative <no-reply@systeminit.com>', 'sender of mails'],
  SUPPORT_EMAIL: [filledText, 'support@systeminit.com', 'address in mails that a person may write to'],
  STRIPE_SECRET_KEY: [text, localStripeKey, 'key of the billing provider; empty: billing is not configured'],
  STRIPE_WEBHOOK_SECRET: [text, localWebhookSecret, 'secret that signs its webhooks'],
  STRIPE_API_URL: [text, 'http://localhost:9003', "address of the billing provider; empty: Stripe's own"],
  STRIPE_TRIAL_PRICE: [text, 'price_trial', 'price of the trial'],
  STRIPE_MONTHLY_PRICE: [text, 'price_monthly', 'price of the monthly subscription'],
  SUSPEND_UNPAID_AFTER_DAYS: [
    wholeNumber(0, 3_650),
    '0',
    'days after which an account that stays unpaid is suspended; 0: never',
  ],
  SIGNING_KEY: [text, '', 'private ES256 key as JWK; empty makes one in DATA_DIR'],
  PUBLISHED_KEYS: [text, '', 'further public keys as a JWK set, for rotation'],
  DRAIN_GRACE_SECONDS: [
    wholeNumber(0, 600),
    '0',
    'how long a process that is told to stop still answers, so that the proxy sees that it is not ready',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    optionalAddress,
    '',
    'collector that traces are sent to, by OTLP over HTTP; empty: no traces',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    headerList,
    '',
    'headers for the collector, as name=value, comma-separated; they may hold a secret',
  ],
  OTEL_SERVICE_NAME: [filledText, 'portal-api', 'name of this service in traces'],
  OTEL_TRACES_SAMPLER_ARG: [share, '1', 'share of the requests that are traced, from 0 to 1'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'how much is logged',
  ],
} as const

type Variables = typeof variables
export type Values = { [K in keyof Variables]: z.output<Variables[K][0]> }

/** The configuration, with what follows from it. */
export interface Config extends Values {
  isProduction: boolean
  isHttps: boolean
  /** Of `PORTAL_URL`, as a browser's `Origin` header has it. */
  portalOrigin: string
  legalDir: string
}

/** Thrown with one line a problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
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

/** Of the values that could be read: the others are problems already. */
function productionProblems(values: Partial<Values>): string[] {
  const problems: string[] = forbiddenInProduction
    .filter((name) => values[name]?.replace(/\/$/, '') === variables[name][1].replace(/\/$/, ''))
    .map((name) => `${name} still has its local default, which production refuses`)
  if (
    values.AUTH0_MANAGEMENT_CLIENT_SECRET === localManagementSecret &&
    values.AUTH0_MANAGEMENT_CLIENT_ID !== ''
  )
    problems.push('AUTH0_MANAGEMENT_CLIENT_SECRET still has its local default, which production refuses')
  if (values.SIGNING_KEY === '') problems.push('SIGNING_KEY is needed in production')
  for (const name of ['API_URL', 'PORTAL_URL', 'OIDC_ISSUER'] as const)
    if (values[name]?.startsWith('https://') === false) problems.push(`${name} must be https in production`)
  return problems
}

/** Reads the configuration. Throws `ConfigurationError` with every problem at once. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, [schema, fallback]] of Object.entries(variables)) {
    const given = environment[name]
    // Empty says something where the variable may be empty; elsewhere it is as good as not set.
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
