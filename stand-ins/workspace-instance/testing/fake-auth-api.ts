import { type FastifyReply, fastify } from 'fastify'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'

interface Denial {
  statusCode: number
  type: string
}

/** The auth API's calls for instances, with responses that a test can change. */
export async function startFakeAuthApi() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const app = fastify({ forceCloseConnections: true })
  const state = {
    url: '',
    /** One-time codes with their tokens. */
    codes: new Map<string, { token: string; workspaceId: string; userId: string }>(),
    role: 'OWNER',
    denial: undefined as Denial | undefined,
    systemStatus: 'ok',
    /** The tokens that were sent to `GET /`. */
    confirmed: [] as string[],
    /** The response of introspection for every token. */
    introspection: { active: true } as Record<string, unknown>,
    loggedOut: [] as { authorization?: string; origin?: string; type?: string }[],
  }

  function deny(reply: FastifyReply, { statusCode, type }: Denial) {
    return reply.code(statusCode).send({ kind: type, message: `Refused: ${type}.` })
  }

  function handoff(workspaceId: string, userId: string) {
    return {
      user: {
        id: userId,
        email: 'ada@example.com',
        nickname: 'ada',
        firstName: 'Ada',
        lastName: '<Lovelace>',
        pictureUrl: null,
      },
      workspace: {
        id: workspaceId,
        displayName: `Workspace ${workspaceId}`,
        creatorUserId: 'U1',
        instanceUrl: 'http://localhost:8081',
        instanceEnvType: 'SI',
        approvalsEnabled: false,
        role: state.role,
        token: 'workspace-secret',
      },
    }
  }

  app.get('/.well-known/jwks.json', async () => ({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }],
  }))
  app.post<{ Body: { code: string } }>('/complete-auth-connect', async (request, reply) => {
    const known = state.codes.get(request.body.code)
    state.codes.delete(request.body.code)
    if (!known) return deny(reply, { statusCode: 409, type: 'Conflict' })
    return { ...handoff(known.workspaceId, known.userId), token: known.token }
  })
  app.get('/auth-reconnect', async (request, reply) => {
    if (state.denial) return deny(reply, state.denial)
    const { workspaceId } = decodeJwt<{ workspaceId: string }>(request.headers.authorization?.slice(7) ?? '')
    return handoff(workspaceId, 'U1')
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body === '' ? undefined : JSON.parse(String(body))),
  )
  app.post('/session/logout', async (request, reply) => {
    const { authorization, origin, 'content-type': type } = request.headers
    state.loggedOut.push({ authorization, origin, type })
    return reply.code(204).send()
  })
  app.post('/auth/introspect', async () => state.introspection)
  app.get('/', async (request, reply) => {
    state.confirmed.push(request.headers.authorization ?? '')
    return state.denial ? deny(reply, state.denial) : { name: 'auth API', systemStatus: state.systemStatus }
  })

  await app.listen({ port: 0, host: 'localhost' })
  const address = app.server.address()
  state.url = `http://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`

  return {
    state,
    close: () => app.close(),
    /** Signs a token like the auth API, with the test's changes. */
    sign: (changes: Record<string, unknown> = {}, key = privateKey) =>
      new SignJWT({ userId: 'U1', workspaceId: 'W1', role: 'web', version: '2', jti: 'T1', ...changes })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(state.url)
        .setSubject('U1')
        .setAudience(typeof changes.aud === 'string' ? changes.aud : state.url)
        .setIssuedAt()
        .setExpirationTime(typeof changes.exp === 'number' ? changes.exp : '2h')
        .sign(key),
  }
}

export type FakeAuthApi = Awaited<ReturnType<typeof startFakeAuthApi>>
