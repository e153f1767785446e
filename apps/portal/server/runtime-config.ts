/**
 * The portal's runtime configuration: docs/product/configuration.md#settings. The server reads it from the environment and
 * inserts it into the page, where only `lib/env.ts` reads it. One build therefore runs in every environment.
 */
import { portalConfigDefaults as defaults, type PortalConfig } from '@portal/contract/portal-config'
import * as z from 'zod/mini'

/** Marks the place of the configuration in index.html. */
export const runtimeConfigPlaceholder = '<!--runtime-config-->'
export const runtimeConfigElementId = 'runtime-config'

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const address = z.string().check(z.refine(isWebAddress, 'must be an http or https address'))
const email = z.string().check(z.email('must be an email address'))
const domain = z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain like example.com'))
const version = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a version like 2024-09-25'))

const flags = z.pipe(
  z.pipe(
    z.string().check(z.refine(isJsonObject, 'must be a JSON object like {"ADMIN_PAGE": true}')),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  z.record(z.string(), z.boolean('must be true or false')),
)

/** The variables of the page's configuration. */
export const runtimeVariables = {
  API_URL: z._default(address, defaults.apiUrl),
  PRODUCT_NAME: z._default(z.string(), defaults.productName),
  MANAGED_INSTANCE_URL: z._default(address, defaults.managedInstanceUrl),
  LOCAL_INSTANCE_URL: z._default(address, defaults.localInstanceUrl),
  STAFF_DOMAIN: z._default(domain, defaults.staffDomain),
  MARKETING_URL: z._default(address, defaults.marketingUrl),
  HELP_EMAIL: z._default(email, defaults.helpEmail),
  SUPPORT_EMAIL: z._default(email, defaults.supportEmail),
  CODE_REPOSITORY_URL: z._default(address, defaults.codeRepositoryUrl),
  CHAT_URL: z._default(address, defaults.chatUrl),
  DOCS_URL: z._default(address, defaults.docsUrl),
  PRICING_URL: z._default(address, defaults.pricingUrl),
  ANALYTICS_URL: z.optional(address),
  ANALYTICS_KEY: z.optional(z.string()),
  CI_SYSTEM_URL: z.optional(address),
  WEBHOOK_RECEIVER_URL: z.optional(address),
  FEATURE_FLAGS: z.optional(flags),
  TERMS_VERSION: z.optional(version),
}
const runtimeSchema = z.object(runtimeVariables)

export type Environment = Readonly<Record<string, string | undefined>>

/** Parses the environment with a schema. Empty values count as unset. Throws an error that lists every problem. */
export function parseEnvironment<Schema extends z.ZodMiniType>(
  schema: Schema,
  env: Environment,
  otherProblems: readonly string[] = [],
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = z.safeParse(schema, given)
  if (result.success && otherProblems.length === 0) return result.data
  const problems = result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
  throw new Error(['Invalid configuration:', ...problems, ...otherProblems].join('\n  - '))
}

/** Reads the page's configuration from the environment, with defaults. Throws an error that lists every problem. */
export function portalConfigFromEnvironment(env: Environment): PortalConfig {
  return portalConfigFrom(parseEnvironment(runtimeSchema, env))
}

/** Builds the page's configuration from the parsed variables. */
export function portalConfigFrom(values: z.output<typeof runtimeSchema>): PortalConfig {
  return {
    apiUrl: values.API_URL.replace(/\/+$/, ''),
    productName: values.PRODUCT_NAME,
    managedInstanceUrl: values.MANAGED_INSTANCE_URL,
    localInstanceUrl: values.LOCAL_INSTANCE_URL,
    staffDomain: values.STAFF_DOMAIN,
    marketingUrl: values.MARKETING_URL,
    helpEmail: values.HELP_EMAIL,
    supportEmail: values.SUPPORT_EMAIL,
    codeRepositoryUrl: values.CODE_REPOSITORY_URL,
    chatUrl: values.CHAT_URL,
    docsUrl: values.DOCS_URL,
    pricingUrl: values.PRICING_URL,
    analyticsUrl: values.ANALYTICS_URL?.replace(/\/+$/, '') ?? '',
    analyticsKey: values.ANALYTICS_KEY ?? '',
    ciSystemUrl: values.CI_SYSTEM_URL?.replace(/\/+$/, '') ?? '',
    webhookReceiverUrl: values.WEBHOOK_RECEIVER_URL ?? '',
    featureFlags: values.FEATURE_FLAGS ?? {},
    termsVersion: values.TERMS_VERSION ?? '',
  }
}

/**
 * Returns the element that replaces `runtimeConfigPlaceholder`. Browsers don't execute JSON blocks, so it needs no
 * exception in the content security policy. `<` is escaped so that no value can close the element.
 */
export function runtimeConfigScript(config: PortalConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${runtimeConfigElementId}">${json}</script>`
}
