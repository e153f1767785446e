/**
 * The portal's configuration: docs/product/configuration.md#settings. The server adds it to the page as JSON, so that
 * one build runs in every environment. This file is its only reader.
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
  /** Analytics is disabled if empty. */
  analyticsUrl: string
  analyticsKey: string
  /** A CI system to try trust rules with. Its link is hidden if empty. */
  ciSystemUrl: string
  featureFlags: Partial<Record<FeatureFlag, boolean>>
  /** The newest documents apply if empty. */
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
  ciSystemUrl: '',
  featureFlags: {},
  termsVersion: '',
}

/** Parses the page's JSON. Missing and empty keys keep their defaults. Throws on invalid JSON. */
export function readRuntimeConfig(json: string | null | undefined): RuntimeConfig {
  const given = json ? (JSON.parse(json) as Partial<RuntimeConfig>) : {}
  const present = Object.entries(given).filter(([, value]) => value !== '' && value != null)
  const config: RuntimeConfig = { ...defaults, ...Object.fromEntries(present) }
  return { ...config, apiUrl: config.apiUrl.replace(/\/$/, '') }
}

export const env = readRuntimeConfig(document.getElementById('runtime-config')?.textContent)

/** The hash of the running build, for the deploy check. Undefined on the development server. */
export const runningBuildHash =
  document.querySelector<HTMLMetaElement>('meta[name="build-hash"]')?.content || undefined
