/** Answers the portal's requests: the page for every route, the build's files, health. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { PortalServerConfig } from './config.ts'
import { isRoute, parseRequestPath } from './request-path.ts'
import { runtimeConfigPlaceholder, runtimeConfigScript } from './runtime-config.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { compress, type StaticFile } from './static-files.ts'

export type PortalHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** File names under /assets/ hold a hash of their content: they may be kept for good. */
const keptForGood = 'public, max-age=31536000, immutable'
const askedEachTime = 'no-cache'

interface Answer {
  status: number
  headers: Record<string, string>
  body?: Buffer
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: Buffer.from(`${text}\n`),
  }
}

function hasSameTag(header: string | undefined, tag: string): boolean {
  if (!header) return false
  return header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag)
}

function fileAnswer(path: string, file: StaticFile, request: IncomingMessage): Answer {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const encoded = encoding && file.compressed[encoding]
  const tag = `"${file.hash}${encoded ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = {
    etag: tag,
    'cache-control': path.startsWith('/assets/') ? keptForGood : askedEachTime,
    vary: 'accept-encoding',
  }
  if (hasSameTag(request.headers['if-none-match'], tag)) return { status: 304, headers }
  headers['content-type'] = file.contentType
  if (encoded) headers['content-encoding'] = encoding
  return { status: 200, headers, body: encoded ?? file.body }
}

/** The page is made anew for each request, because its nonce must be; so it is never answered "not modified". */
async function pageAnswer(
  page: string,
  config: PortalServerConfig,
  request: IncomingMessage,
): Promise<Answer> {
  const nonce = randomBytes(18).toString('base64')
  const inserted = `<meta property="csp-nonce" nonce="${nonce}">${runtimeConfigScript(config.runtime)}`
  const body = Buffer.from(page.replace(runtimeConfigPlaceholder, () => inserted))
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': askedEachTime,
      vary: 'accept-encoding',
      'content-security-policy': contentSecurityPolicy(config, nonce),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
    body: encoding ? (await compress(body, 5))[encoding] : body,
  }
}

/** Makes the handler. Throws when the build has no page, or its page has no place for the configuration. */
export function createPortalHandler(
  files: Map<string, StaticFile>,
  config: PortalServerConfig,
): PortalHandler {
  const page = files.get('/index.html')?.body.toString('utf8')
  if (page === undefined) throw new Error('The build has no index.html. Run `npm run build`.')
  if (!page.includes(runtimeConfigPlaceholder)) {
    throw new Error(
      `The build's index.html has no ${runtimeConfigPlaceholder} line to put the configuration in.`,
    )
  }
  const always = securityHeaders(config)
  const defaultPolicy = contentSecurityPolicy(config)

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Method not allowed', { allow: 'GET, HEAD' })
    }
    const asked = parseRequestPath(request.url ?? '/')
    if (asked.kind === 'bad') return plain(400, 'Bad request')
    const { path } = asked
    if (path === '/health/live') return plain(200, 'alive')
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return fileAnswer(path, file, request)
    if (path === '/index.html' || isRoute(path)) return pageAnswer(page, config, request)
    return plain(404, 'Not found')
  }

  return async (request, response) => {
    const { status, headers, body } = await answer(request)
    response.writeHead(status, {
      ...always,
      'content-security-policy': defaultPolicy,
      ...headers,
      ...(body ? { 'content-length': String(body.length) } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
