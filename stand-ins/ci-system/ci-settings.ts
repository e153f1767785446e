export interface CiSettings {
  /** 0 for any free port. */
  port: number
  /** The `iss` of identity tokens, without a trailing slash, as GitHub's is. */
  issuer: string
  /** Where runs exchange their identity tokens. Also the default audience. */
  authApiUrl: string
  dataFolder: string
}

export const ciStandIn = 'CI system'
