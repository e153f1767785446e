/** Handles requests to the portal: the page for every route, the files of the build and the health check. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import type { PortalServerConfig } from './config.ts'
import { runtimeConfigPlaceholder, runtimeConfigScript } from './runtime-config.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

/** File names in /assets/ contain a content hash, so browsers can cache them indefinitely. */
const immutable = 'public, max-age=31536000, immutable'
const securityTextLifetimeMs = 180 * 86_400_000

/**
 * The body of `/.well-known/security.txt` (RFC 9116). It expires half a year after each request, so that an abandoned copy does
 * not look current forever.
 */
function securityText(contact: string, portalUrl: string): string {
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(Date.now() + securityTextLifetimeMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL('/.well-known/security.txt', portalUrl).href}`,
  ].join('\n')
}

/** Browsers send far shorter addresses. */
const maxUrlLength = 8_192

/** Returns the decoded path without its query, or undefined if it is cut off in the middle of an encoded character. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/')
  } catch {
    return undefined
  }
}

/** Whether the path is a portal route. Paths with an extension, in `/assets/` or with a leading dot name files. */
function isRoute(path: string): boolean {
  if (path.startsWith('/assets/')) return false
  return !/\/\.|\.[a-z0-9]{1,12}$/i.test(path)
}

/**
 * Whether another site linked to the logout page. The page then asks the user before it ends the session. The router
 * ignores letter case, repeated slashes at the start and slashes at the end, so the path is compared without them.
 */
function isLogoutLinkedFromElsewhere(path: string, { url = '', headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false
  if (!/^\/*logout\/*$/i.test(path)) return false
  return !new URLSearchParams(url.split('?')[1]?.split('#')[0]).has('confirm', '1')
}

function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body = ''): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  send(response, status, headers, `${text}\n`)
}

/** Reads the page of the build. Throws if it has no placeholder for the configuration. */
function readPage(buildDir: string): string {
  const page = readFileSync(join(buildDir, 'index.html'), 'utf8')
  if (page.includes(runtimeConfigPlaceholder)) return page
  throw new Error(
    `The build's index.html has no ${runtimeConfigPlaceholder} placeholder for the configuration.`,
  )
}

/** Creates the handler for a build. Throws if the build has no page. */
export function createPortalHandler(config: PortalServerConfig): RequestListener {
  const page = readPage(config.buildDir)
  const configScript = runtimeConfigScript(config.runtime)
  const commonHeaders = {
    ...securityHeaders(config),
    'content-security-policy': contentSecurityPolicy(config),
  }
  // Without ETags: files in /assets/ never change, and the others are smaller than a revalidation.
  const serveFile = sirv(config.buildDir, {
    brotli: true,
    gzip: true,
    extensions: [],
    onNoMatch: (_request, response) => sendText(response, 404, 'Not found'),
    setHeaders: (response, path) =>
      response.setHeader('cache-control', path.startsWith('/assets/') ? immutable : 'no-cache'),
  })

  /** Renders the page for each request, because the nonce must be unique. */
  function sendPage(response: ServerResponse): void {
    const nonce = randomBytes(18).toString('base64')
    const inserted = `<meta property="csp-nonce" nonce="${nonce}">${configScript}`
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(config, nonce),
    }
    send(
      response,
      200,
      headers,
      page.replace(runtimeConfigPlaceholder, () => inserted),
    )
  }

  const handle: RequestListener = (request, response) => {
    response.setHeaders(new Map(Object.entries(commonHeaders)))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return sendText(response, 405, 'Method not allowed')
    }
    if ((request.url ?? '').length > maxUrlLength) return sendText(response, 400, 'The address is too long')
    const path = pathOf(request)
    if (path === undefined) return sendPage(response)
    if (isLogoutLinkedFromElsewhere(path, request)) {
      const headers = { location: '/logout?confirm=1', 'cache-control': 'no-store', vary: 'sec-fetch-site' }
      return send(response, 303, headers)
    }
    if (path === '/health/live') return sendText(response, 200, 'alive')
    if (path === '/.well-known/security.txt' && config.securityContact) {
      return sendText(response, 200, securityText(config.securityContact, config.portalUrl))
    }
    if (path === '/index.html' || isRoute(path)) return sendPage(response)
    // sirv throws for a range that ends before it starts.
    delete request.headers.range
    // sirv ignores the errors of a file that a newer build has replaced, and leaves a file open if the download is canceled.
    response.on('pipe', (file: Readable) => {
      file.on('error', () => response.destroy())
      response.on('close', () => file.destroy())
    })
    serveFile(request, response)
  }

  return (request, response) => {
    try {
      handle(request, response)
    } catch (error) {
      console.error(error)
      response.destroy()
    }
  }
}
