/** The calls for scripts: identity tokens with any claims, and runs. */
import type { FastifyInstance } from 'fastify'
import { refuse } from '../serving/refuse.ts'
import { type CiParts, tokenEnvironment } from './ci-parts.ts'
import { readRunInput } from './run-form.ts'

function isAudience(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  )
}

const isClaims = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function registerScriptRoutes(app: FastifyInstance, { settings, runs, signer }: CiParts): void {
  app.post<{ Body: { audience?: unknown; claims?: unknown } | null }>(
    '/api/id-tokens',
    async ({ body }, reply) => {
      const { audience = settings.authApiUrl, claims = {} } = body ?? {}
      if (!isAudience(audience))
        return refuse(reply, 400, 'ValidationError', 'audience must be a string or a list of strings.')
      if (!isClaims(claims)) return refuse(reply, 400, 'ValidationError', 'claims must be an object.')
      return { value: await signer.sign(audience, { sub: 'repo:octo-org/octo-repo', ...claims }) }
    },
  )

  app.get('/api/runs', async () => runs.list().map(({ requestToken: _, ...run }) => run))
  app.post('/api/runs', async ({ body }, reply) => {
    const read = readRunInput(body, settings)
    if ('problem' in read) return refuse(reply, 400, 'ValidationError', read.problem)
    const run = await runs.start(read.input, read.target)
    return { id: run.id, environment: tokenEnvironment(settings, run) }
  })
}
