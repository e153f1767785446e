/** One text field of a form or JSON body, trimmed and cut to a sane length; empty when it is missing. */
export function formField(body: unknown, name: string, maxLength = 1_000): string {
  return rawField(body, name).trim().slice(0, maxLength)
}

/** The same, untouched: for passwords. */
export function rawField(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return ''
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : ''
}
