/** Handles requests to the portal: the page for every route, static files and the health check. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { PortalServerConfig } from './config.ts'
import { isRoute, parseRequestPath } from './request-path.ts'
import { runtimeConfigPlaceholder, runtimeConfigScript } from './runtime-config.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { securityText } from './security-text.ts'
import { compress, type StaticFile } from './static-files.ts'

export type PortalHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** File names in /assets/ contain a content hash, so browsers can cache them indefinitely. */
const immutable = 'public, max-age=31536000, immutable'
const revalidate = 'no-cache'

interface Reply {
  status: number
  headers: Record<string, string>
  body?: Buffer
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Reply {
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

function fileReply(path: string, file: StaticFile, request: IncomingMessage): Reply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const encoded = encoding && file.compressed[encoding]
  const tag = `"${file.hash}${encoded ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = {
    etag: tag,
    'cache-control': path.startsWith('/assets/') ? immutable : revalidate,
    vary: 'accept-encoding',
  }
  if (hasSameTag(request.headers['if-none-match'], tag)) return { status: 304, headers }
  headers['content-type'] = file.contentType
  if (encoded) headers['content-encoding'] = encoding
  return { status: 200, headers, body: encoded ?? file.body }
}

/** Renders the page for each request, because the nonce must be unique. The page therefore never returns 304. */
async function pageReply(page: string, config: PortalServerConfig, request: IncomingMessage): Promise<Reply> {
  const nonce = randomBytes(18).toString('base64')
  const inserted = `<meta property="csp-nonce" nonce="${nonce}">${runtimeConfigScript(config.runtime)}`
  const body = Buffer.from(page.replace(runtimeConfigPlaceholder, () => inserted))
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': revalidate,
      vary: 'accept-encoding',
      'content-security-policy': contentSecurityPolicy(config, nonce),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
    body: encoding ? (await compress(body, 5))[encoding] : body,
  }
}

const confirmLogout: Reply = {
  status: 303,
  headers: { location: '/logout?confirm=1', 'cache-control': 'no-store', vary: 'sec-fetch-site' },
}

/**
 * Whether another site linked to the logout page. The page then asks the user before it ends the session. The router
 * ignores letter case, repeated slashes at the start and slashes at the end, so the path is compared without them.
 */
function isLogoutLinkedFromElsewhere(path: string, { url = '', headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false
  if (path.toLowerCase().replace(/^\/+|\/+$/g, '') !== 'logout') return false
  return !new URLSearchParams(url.split('?')[1]?.split('#')[0]).has('confirm', '1')
}

/** Creates the handler. Throws if the build has no page, or if the page has no placeholder for the configuration. */
export function createPortalHandler(
  files: Map<string, StaticFile>,
  config: PortalServerConfig,
): PortalHandler {
  const page = files.get('/index.html')?.body.toString('utf8')
  if (page === undefined) throw new Error('The build has no index.html. Run `npm run build`.')
  if (!page.includes(runtimeConfigPlaceholder)) {
    throw new Error(
      `The build's index.html has no ${runtimeConfigPlaceholder} placeholder for the configuration.`,
    )
  }
  const commonHeaders = securityHeaders(config)
  const defaultPolicy = contentSecurityPolicy(config)
  const { securityContact: contact, portalUrl } = config

  const replyTo = async (request: IncomingMessage): Promise<Reply> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Method not allowed', { allow: 'GET, HEAD' })
    }
    const parsed = parseRequestPath(request.url ?? '/')
    if (parsed.kind === 'bad') return plain(400, 'Bad request')
    if (parsed.kind === 'undecodable') return pageReply(page, config, request)
    const { path } = parsed
    if (isLogoutLinkedFromElsewhere(path, request)) return confirmLogout
    if (path === '/health/live') return plain(200, 'alive')
    if (path === '/.well-known/security.txt' && contact) {
      return plain(200, securityText({ contact, portalUrl }))
    }
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return fileReply(path, file, request)
    if (path === '/index.html' || isRoute(path)) return pageReply(page, config, request)
    return plain(404, 'Not found')
  }

  return async (request, response) => {
    const { status, headers, body } = await replyTo(request)
    response.writeHead(status, {
      ...commonHeaders,
      'content-security-policy': defaultPolicy,
      ...headers,
      ...(body ? { 'content-length': String(body.length) } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
