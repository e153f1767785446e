/** Removes emails, names, query strings and codes in URLs from analytics events. */

const addressKeys = /(?:url|uri|href|referrer|pathname|filename|abs_path)$/i
const addressInText = /(\bhttps?:\/\/[^\s?#"'()<>]*)[?#][^\s"'()<>]*/g
const emailInText = /[^\s@"'<>(),:;/?#&=]{1,64}@[^\s@"'<>(),:;/?#&=]+\.[\p{L}\p{N}-]{2,}/gu
/** The tab title may contain the name of a workspace. */
const namedKeys = new Set(['title', '$title'])

/** Removes the query string, the hash and invitation codes, which are credentials, from a URL. */
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

/** Returns the event without personal data. The library itself adds URLs and titles to events. */
export function withoutPersonalData<Event extends object | null>(event: Event): Event {
  return event && (clean('', event) as Event)
}
