/**
 * The portal's configuration (RULES section 1). Whoever serves the page puts it there as JSON, so that one build runs
 * everywhere; this file is its only reader.
 */
export const featureFlagNames = ['ADMIN_PAGE', 'APPROVALS_OPT_IN_OUT'] as const
export type FeatureFlag = (typeof featureFlagNames)[number]

export interface RuntimeConfig {
  apiUrl: string
  productName: string
  managedInstanceUrl: string
  localInstanceUrl: string
  staffDomain: string
  marketingUrl: string
  helpEmail: string
  supportEmail: string
  codeRepositoryUrl: string
  chatUrl: string
  docsUrl: string
  pricingUrl: string
  /** Empty: nothing is measured. */
  analyticsUrl: string
  analyticsKey: string
  featureFlags: Partial<Record<FeatureFlag, boolean>>
  /** Empty: the newest documents are in force. */
  termsVersion: string
}

const defaults: RuntimeConfig = {
  apiUrl: 'http://localhost:9001',
  productName: 'System Initiative',
  managedInstanceUrl: 'https://app.systeminit.com',
  localInstanceUrl: 'http://localhost:8080',
  staffDomain: 'systeminit.com',
  marketingUrl: 'https://www.systeminit.com',
  helpEmail: 'help@systeminit.com',
  supportEmail: 'support@systeminit.com',
  codeRepositoryUrl: 'https://github.com/systeminit/si',
  chatUrl: 'https://discord.gg/system-init',
  docsUrl: 'https://docs.systeminit.com',
  pricingUrl: 'https://www.systeminit.com/pricing',
  analyticsUrl: '',
  analyticsKey: '',
  featureFlags: {},
  termsVersion: '',
}

/** The configuration out of the page's JSON; a key that is missing or empty keeps its default. Throws on broken JSON. */
export function readRuntimeConfig(json: string | null | undefined): RuntimeConfig {
  const given = json ? (JSON.parse(json) as Partial<RuntimeConfig>) : {}
  const present = Object.entries(given).filter(([, value]) => value !== '' && value != null)
  const config: RuntimeConfig = { ...defaults, ...Object.fromEntries(present) }
  return { ...config, apiUrl: config.apiUrl.replace(/\/$/, '') }
}

export const env = readRuntimeConfig(document.getElementById('runtime-config')?.textContent)

/** The hash of the build that runs, for the deploy check; undefined where the page was not built. */
export const runningBuildHash =
  document.querySelector<HTMLMetaElement>('meta[name="build-hash"]')?.content || undefined
