/** The security headers of every response. */
import type { PortalServerConfig } from './config.ts'

const yearInSeconds = 31_536_000

function originOf(address: string): string[] {
  const origin = URL.parse(address)?.origin
  return origin ? [origin] : []
}

/**
 * The content security policy. Scripts are allowed only from the portal's origin, and none inline. Style elements need the
 * page's nonce, because the press handling of React Aria adds one. Inline styles are allowed only as attributes.
 */
export function contentSecurityPolicy(config: PortalServerConfig, styleNonce?: string): string {
  const api = originOf(config.runtime.apiUrl)
  const analytics = originOf(config.runtime.analyticsUrl)
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...(styleNonce ? [`'nonce-${styleNonce}'`] : [])],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'http:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...api, ...analytics],
    'form-action': ["'self'", ...api],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}

/** The security headers, except the content security policy, whose nonce differs for each page. */
export function securityHeaders(config: PortalServerConfig): Record<string, string> {
  const isHttps = config.portalUrl.startsWith('https://')
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // For browsers without support for frame-ancestors.
    'x-frame-options': 'DENY',
    ...(isHttps ? { 'strict-transport-security': `max-age=${yearInSeconds}; includeSubDomains` } : {}),
  }
}
