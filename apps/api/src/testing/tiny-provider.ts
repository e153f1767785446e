/** A minimal identity provider over HTTP, for tests of how the gateways handle its responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface TinyAnswer {
  status?: number
  body?: unknown
  /** Sent unchanged instead of `body`. */
  text?: string
  headers?: Record<string, string>
  /** Never responds. */
  isSilent?: boolean
}

export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  /** Parsed from a form or JSON. */
  body: Record<string, string>
}

export type Answerer = (asked: Asked) => TinyAnswer | Promise<TinyAnswer>

export interface TinyProvider {
  issuer: string
  /** Handlers by path. Other paths return 404. */
  answers: Map<string, Answerer>
  asked: Asked[]
  idToken(claims: { [claim: string]: unknown }): Promise<string>
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text) as Record<string, string>
  return Object.fromEntries(new URLSearchParams(text))
}

export async function startTinyProvider(): Promise<TinyProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const answers = new Map<string, Answerer>()
  const asked: Asked[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const question = { path, headers: request.headers, body: await readBody(request) }
    asked.push(question)
    const {
      status = 200,
      body,
      text,
      headers,
      isSilent,
    } = (await answers.get(path)?.(question)) ?? { status: 404 }
    if (isSilent) return
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text ?? JSON.stringify(body ?? {}))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  answers.set('/.well-known/openid-configuration', () => ({
    body: {
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}token`,
      userinfo_endpoint: `${issuer}userinfo`,
      end_session_endpoint: `${issuer}end`,
      jwks_uri: `${issuer}jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
  }))
  answers.set('/jwks', async () => ({
    body: { keys: [{ ...(await exportJWK(publicKey)), kid: 'tiny', alg: 'RS256', use: 'sig' }] },
  }))
  return {
    issuer,
    answers,
    asked,
    idToken: (claims) =>
      new SignJWT({ iss: issuer, aud: 'portal', sub: 'auth0|somebody', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'tiny' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
