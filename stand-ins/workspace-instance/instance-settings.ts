export interface InstanceSettings {
  port: number
  /** This instance's own origin: the audience of the tokens it accepts. */
  instanceUrl: string
  /** The auth API, without a slash at the end: the issuer of the tokens. */
  authApiUrl: string
  portalUrl: string
  dataFolder: string
}

/** Where the portal opens a workspace: the only way into an instance. */
export function openAddress(settings: InstanceSettings, workspaceId: string): string {
  return `${settings.portalUrl}/workspace/${encodeURIComponent(workspaceId)}/go`
}
