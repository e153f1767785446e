export interface InstanceSettings {
  port: number
  /** The URL of this instance, whose origin is the audience of the tokens it accepts. */
  instanceUrl: string
  /** The auth API's URL without a trailing slash, which is the issuer of the tokens. */
  authApiUrl: string
  portalUrl: string
  dataFolder: string
}
