export interface IdentitySettings {
  port: number
  /** The provider's URL with a trailing slash, like Auth0's. */
  issuer: string
  portalUrl: string
  /** The target of the link on the email verification page. Auth0 calls it "Redirect To". */
  verificationResultUrl: string
  /** The product's OpenID client and its allowed redirect URLs. */
  client: { id: string; secret: string; redirectUris: string[]; logoutUrls: string[] }
  /** The machine-to-machine client for the management API. */
  managementClient: { id: string; secret: string }
  smtpUrl: string
  dataFolder: string
}
