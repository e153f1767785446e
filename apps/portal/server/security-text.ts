/** The body of `/.well-known/security.txt` (RFC 9116), which tells researchers where to report a vulnerability. */

const lifetimeMs = 180 * 86_400_000

interface SecurityText {
  /** `mailto:` or `https:` */
  contact: string
  /** The portal's public URL. */
  portalUrl: string
  now?: number
}

/** The text expires half a year after each request, so that an abandoned copy does not look current forever. */
export function securityText({ contact, portalUrl, now = Date.now() }: SecurityText): string {
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + lifetimeMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL('/.well-known/security.txt', portalUrl).href}`,
  ].join('\n')
}
