import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPortalServerConfig } from './config.ts'
import { createPortalHandler } from './portal-handler.ts'

const script = 'console.log(1)'
const page = '<!doctype html>\n<head>\n<!--runtime-config-->\n</head>\n<div id="root"></div>'

let folder: string
let server: Server
let port: number

interface Reply {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends the raw path and returns the raw bytes. `fetch` would normalize the path and decode the body. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-build-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'build-manifest.json'), '{"buildHash":"abc"}')
  writeFileSync(join(folder, 'assets/app-1a2b3c4d.js'), script)
  writeFileSync(join(folder, 'assets/app-1a2b3c4d.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets/app-1a2b3c4d.js.gz'), 'gzip')
  writeFileSync(join(folder, 'assets/replaced-1a2b3c4d.js'), script)
  writeFileSync(join(folder, 'assets/large-1a2b3c4d.js'), 'x'.repeat(5_000_000))
  writeFileSync(join(folder, '.secret'), 'no')
  const config = readPortalServerConfig({
    PORTAL_BUILD_DIR: folder,
    PORTAL_URL: 'https://portal.example.com',
    API_URL: 'https://auth.example.com',
    ANALYTICS_URL: 'https://events.example.com/in',
    SECURITY_CONTACT: 'mailto:security@example.com',
    PRODUCT_NAME: 'Some $& <Product>',
  })
  server = createServer({ maxHeaderSize: 65_536 }, createPortalHandler(config))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

describe('portal server', () => {
  it('tells researchers where to report a vulnerability', async () => {
    const { status, headers, body } = await ask('/.well-known/security.txt')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const [contact, expires, ...rest] = body.toString().trim().split('\n')
    expect(contact).toBe('Contact: mailto:security@example.com')
    const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(180, 1)
    expect(rest).toEqual([
      'Preferred-Languages: en',
      'Canonical: https://portal.example.com/.well-known/security.txt',
    ])
  })

  it('returns the page with its configuration for every route', async () => {
    for (const path of ['/', '/login', '/workspace/01JDEM/tokens?x=1', '/index.html', '/legal/%zz', '/%00']) {
      const { status, headers, body } = await ask(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      const json = /id="runtime-config">(.*)<\/script>/.exec(body.toString())?.[1] ?? ''
      expect(JSON.parse(json)).toMatchObject({
        apiUrl: 'https://auth.example.com',
        productName: 'Some $& <Product>',
      })
    }
  })

  it('gives each response a new style nonce and scripts none', async () => {
    const [first, second] = [await ask('/login'), await ask('/login')]
    const nonceOf = (reply: Reply) => /nonce="([^"]+)"/.exec(reply.body.toString())?.[1] ?? ''
    expect(nonceOf(first)).not.toBe(nonceOf(second))
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonceOf(first)}';`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self' https://auth.example.com https://events.example.com;")
    expect(policy).toContain("form-action 'self' https://auth.example.com;")
  })

  it('sends the security headers with every response', async () => {
    for (const path of ['/login', '/assets/app-1a2b3c4d.js', '/missing.js']) {
      const { headers } = await ask(path)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['strict-transport-security']).toContain('max-age=')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).toContain("base-uri 'none'; object-src 'none'")
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*('unsafe-|https?:|\*)/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
  })

  it('caches hashed assets for a year and revalidates the manifest', async () => {
    const asset = await ask('/assets/app-1a2b3c4d.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toBe('text/javascript')
    const manifest = await ask('/build-manifest.json')
    expect(manifest.headers['cache-control']).toBe('no-cache')
    expect(JSON.parse(manifest.body.toString())).toEqual({ buildHash: 'abc' })
  })

  it('serves the compressed files of the build', async () => {
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const { headers } = await ask('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted })
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding'])
    }
  })

  it('returns the headers of GET without a body for HEAD', async () => {
    const { status, headers, body } = await ask('/assets/app-1a2b3c4d.js', {}, 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, String(script.length), 0])
  })

  it('ignores Range, because a range that ends before it starts would stop the process', async () => {
    const { status, body } = await ask('/assets/app-1a2b3c4d.js', { range: 'bytes=5-2' })
    expect([status, body.toString()]).toEqual([200, script])
  })

  it('keeps running when a file is gone, as after a newer build', async () => {
    rmSync(join(folder, 'assets/replaced-1a2b3c4d.js'))
    await expect(ask('/assets/replaced-1a2b3c4d.js')).rejects.toThrow()
    expect((await ask('/login')).status).toBe(200)
  })

  it.each([
    '/assets/gone.js',
    '/assets/gone',
    '/favicon.ico',
    '/.secret',
    '/../../etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
  ])('returns 404 for %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  it('refuses an address that is too long without reading it', async () => {
    const path = `/a${'/'.repeat(60_000)}b`
    expect((await ask(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
  })

  it('closes the file of a canceled download', async () => {
    const opened = new Promise<Readable>((resolve) =>
      server.prependOnceListener('request', (_request, response) => response.once('pipe', resolve)),
    )
    const download = httpRequest({ port, path: '/assets/large-1a2b3c4d.js' }, (response) =>
      response.destroy(),
    )
    download.on('error', () => {})
    download.end()
    const file = await opened
    await new Promise((resolve) => file.once('close', resolve))
    expect(file.destroyed).toBe(true)
  })

  it('returns 405 for every method but GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask('/login', {}, method)
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('returns 200 for the liveness check', async () => {
    expect((await ask('/health/live')).status).toBe(200)
  })
})

describe('A link to the logout page', () => {
  it.each([
    ...['/logout', '/logout/', '/LogOut', '/log%6Fut', '/logout?x=1', '/logout?confirm=0'],
    ...['//logout', '///LogOut//'],
  ])('redirects %s to the confirmation if another site linked to it', async (path) => {
    const { status, headers } = await ask(path, { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(303)
    expect(headers.location).toBe('/logout?confirm=1')
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each(['same-origin', 'same-site', 'none', undefined])(
    'opens the page when Sec-Fetch-Site is %s',
    async (site) => {
      expect((await ask('/logout', site === undefined ? {} : { 'sec-fetch-site': site })).status).toBe(200)
    },
  )

  it('opens the confirmation itself if another site linked to it', async () => {
    expect((await ask('/logout?confirm=1', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})
