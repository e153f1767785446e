import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/refuse.ts'
import type { CiParts } from './ci-parts.ts'
import { claimsOf } from './run-claims.ts'

/** Discovery, keys and the endpoint where a run requests an identity token. The paths are those of GitHub Actions. */
export function registerIssuerRoutes(app: FastifyInstance, { settings, runs, signer }: CiParts): void {
  const { issuer } = settings

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks`,
    subject_types_supported: ['public', 'pairwise'],
    response_types_supported: ['id_token'],
    claims_supported: ['sub', 'aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'ref', 'repository', 'repository_id'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid'],
  }))

  app.get('/.well-known/jwks', async () => ({ keys: signer.publicKeys }))

  app.get('/actions/id-token', async (request, reply) => {
    const run = runs.find(Number(formField(request.query, 'run')))
    if (!run || request.headers.authorization !== `Bearer ${run.requestToken}`)
      return refuse(reply, 401, 'NotSignedIn', 'The request token does not belong to this run.')
    const [owner = ''] = run.input.repository.split('/', 1)
    const audience = formField(request.query, 'audience') || `https://github.com/${owner}`
    return { count: 1, value: await signer.sign(audience, claimsOf(run)) }
  })
}
