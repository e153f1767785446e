/**
 * The portal's configuration: docs/product/configuration.md#settings. The server adds it to the page as JSON, so that
 * one build runs in every environment. This file is its only reader.
 */
import { type PortalConfig, portalConfigDefaults } from '@portal/contract/portal-config'

/** Parses the page's JSON. Missing and empty keys keep their defaults. Throws on invalid JSON. */
export function readRuntimeConfig(json: string | null | undefined): PortalConfig {
  const given = json ? (JSON.parse(json) as Partial<PortalConfig>) : {}
  const present = Object.entries(given).filter(([, value]) => value !== '' && value != null)
  const config: PortalConfig = { ...portalConfigDefaults, ...Object.fromEntries(present) }
  return { ...config, apiUrl: config.apiUrl.replace(/\/$/, '') }
}

export const env = readRuntimeConfig(document.getElementById('runtime-config')?.textContent)

/** Returns the hash of the running build, for the deploy check. Undefined on the development server. */
export const readBuildHash = () =>
  document.querySelector<HTMLMetaElement>('meta[name="build-hash"]')?.content || undefined
