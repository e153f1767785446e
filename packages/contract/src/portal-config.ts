/**
 * The configuration that the portal's server inserts into the page, where the portal reads it:
 * docs/product/configuration.md#settings.
 */
export type FeatureFlag = 'ADMIN_PAGE' | 'APPROVALS_OPT_IN_OUT'

export interface PortalConfig {
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
  /** A receiver to try webhooks with, which the form for a new webhook suggests. Nothing is suggested if empty. */
  webhookReceiverUrl: string
  featureFlags: Partial<Record<FeatureFlag, boolean>>
  /** The newest documents apply if empty. */
  termsVersion: string
}

/** Used for every setting that the environment leaves out. */
export const portalConfigDefaults: PortalConfig = {
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
  webhookReceiverUrl: '',
  featureFlags: {},
  termsVersion: '',
}
