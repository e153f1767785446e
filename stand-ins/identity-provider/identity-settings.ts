export interface IdentitySettings {
  port: number
  /** The provider's own address, with its slash at the end, as Auth0 writes it. */
  issuer: string
  portalUrl: string
  /** Where the page behind a verification link leads: Auth0's "Redirect To". */
  verificationResultUrl: string
  /** The product's client; it may send the browser back to these addresses only. */
  client: { id: string; secret: string; redirectUris: string[]; logoutUrls: string[] }
  /** The machine client of the management API. */
  managementClient: { id: string; secret: string }
  smtpUrl: string
  dataFolder: string
}
