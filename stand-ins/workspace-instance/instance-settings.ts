export interface InstanceSettings {
  port: number
  /** The origin of this instance, which is the audience of the tokens it accepts. */
  instanceUrl: string
  /** The auth API's URL without a trailing slash, which is the issuer of the tokens. */
  authApiUrl: string
  portalUrl: string
  dataFolder: string
}

/** The URL at which the portal opens a workspace. */
export function openAddress(settings: InstanceSettings, workspaceId: string): string {
  return `${settings.portalUrl}/workspace/${encodeURIComponent(workspaceId)}/go`
}
