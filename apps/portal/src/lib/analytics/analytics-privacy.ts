/** What never leaves for the analytics service (RULES section 10): e-mails, names, query strings, and codes in addresses. */

const addressKeys = /(?:url|uri|href|referrer|pathname|filename|abs_path)$/i
const addressInText = /(\bhttps?:\/\/[^\s?#"'()<>]*)[?#][^\s"'()<>]*/g
const emailInText = /[^\s@"'<>(),:;/?#&=]{1,64}@[^\s@"'<>(),:;/?#&=]+\.[\p{L}\p{N}-]{2,}/gu
/** The tab's title may be the name that somebody gave to a workspace. */
const namedKeys = new Set(['title', '$title'])

/** The address without what follows `?` or `#`, and without a code that is a credential. */
export function cleanAddress(value: string): string {
  return value.replace(/[?#].*$/s, '').replace(/\/invitation\/[^/]+/, '/invitation/-')
}

function cleanText(key: string, value: string): string {
  const text = addressKeys.test(key) ? cleanAddress(value) : value.replace(addressInText, '$1')
  return text.replace(emailInText, '-')
}

function clean(key: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(key, value)
  if (Array.isArray(value)) return value.map((item) => clean(key, item))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const kept = Object.entries(value).filter(([name]) => !namedKeys.has(name))
  return Object.fromEntries(kept.map(([name, item]) => [name, clean(name, item)]))
}

/** The event as it may be sent. The library adds addresses and titles by itself. */
export function withoutPersonalData<Event extends object | null>(event: Event): Event {
  return event && (clean('', event) as Event)
}
