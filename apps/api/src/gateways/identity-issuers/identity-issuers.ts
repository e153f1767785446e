/** Verifies the signatures of identity tokens with the published keys of their issuers. */
import { compactVerify, decodeProtectedHeader } from 'jose'
import { IssuerKeys, type IssuerKeysSettings } from './issuer-keys.ts'

/** Asymmetric algorithms only: with a symmetric one, everyone who reads the published keys could sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The token is not signed by a published key of the issuer. */
export class BadSignatureError extends Error {
  constructor(cause?: unknown) {
    super('The identity token is not signed by a published key of its issuer.', { cause })
    this.name = 'BadSignatureError'
  }
}

export class IdentityIssuers {
  readonly #keys: IssuerKeys

  constructor(settings: IssuerKeysSettings) {
    this.#keys = new IssuerKeys(settings)
  }

  /**
   * Returns when the token is signed by a published key of the issuer. Keys that the token names itself (`jwk`, `jku`,
   * `x5u`, `x5c`) are ignored.
   * @throws BadSignatureError or UnreachableError
   */
  async verify(token: string, issuer: string): Promise<void> {
    let keyId: string | undefined
    try {
      const { kid, alg } = decodeProtectedHeader(token)
      if (kid !== undefined && typeof kid !== 'string') throw new Error('The key id is not a text.')
      // Checked before the keys are loaded, so that a token that can't be valid causes no fetch.
      if (!algorithms.includes(alg ?? '')) throw new Error('The algorithm is not allowed.')
      keyId = kid
    } catch (error) {
      throw new BadSignatureError(error)
    }
    const findKey = await this.#keys.load(issuer, keyId)
    try {
      await compactVerify(token, findKey, { algorithms })
    } catch (error) {
      // Includes a key of the issuer that can't be imported.
      throw new BadSignatureError(error)
    }
  }
}
