import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { importJWK, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { formField } from '../serving/form-field.ts'
import { parseBody, refuse } from '../serving/json-body.ts'
import { publicKeyOf } from '../serving/signing-key.ts'
import type { CiParts } from './ci-parts.ts'
import { claimsOf } from './run-claims.ts'

/** GitHub's identity tokens also live five minutes. */
const lifetimeSeconds = 300

const wantedToken = z.object({
  audience: z.optional(
    z.union([z.string(), z.array(z.string())], 'audience must be a string or a list of strings.'),
  ),
  claims: z.optional(z.record(z.string(), z.unknown(), 'claims must be an object.')),
})

/** Signs the claims. Each given claim replaces the default. */
async function sign(
  { settings, key }: CiParts,
  audience: string | string[],
  claims: Record<string, unknown>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  const lifetime = { nbf: now - 600, iat: now, exp: now + lifetimeSeconds }
  return new SignJWT({ jti: randomUUID(), iss: settings.issuer, aud: audience, ...lifetime, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key, 'RS256'))
}

/**
 * Discovery, keys and the endpoint where a run requests an identity token, at the paths of GitHub Actions. Scripts get
 * identity tokens with any claims.
 */
export function registerIssuerRoutes(app: FastifyInstance, parts: CiParts): void {
  const { settings, runs, key } = parts
  const { issuer, authApiUrl } = settings

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks`,
    subject_types_supported: ['public', 'pairwise'],
    response_types_supported: ['id_token'],
    claims_supported: ['sub', 'aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'ref', 'repository', 'repository_id'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid'],
  }))
  app.get('/.well-known/jwks', async () => ({ keys: [publicKeyOf(key)] }))

  app.get('/actions/id-token', async ({ query, headers }, reply) => {
    const run = runs.find(Number(formField(query, 'run')))
    if (!run || headers.authorization !== `Bearer ${run.requestToken}`)
      return refuse(reply, 401, 'NotSignedIn', 'The request token does not belong to this run.')
    const [owner = ''] = run.input.repository.split('/', 1)
    const audience = formField(query, 'audience') || `https://github.com/${owner}`
    return { count: 1, value: await sign(parts, audience, claimsOf(run)) }
  })

  app.post('/api/id-tokens', async ({ body }) => {
    const { audience = authApiUrl, claims } = parseBody(wantedToken, body)
    return { value: await sign(parts, audience, { sub: 'repo:octo-org/octo-repo', ...claims }) }
  })
}
