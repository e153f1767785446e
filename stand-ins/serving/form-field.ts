/** Returns a text field of a form or JSON body, trimmed and truncated, or an empty text. */
export function formField(body: unknown, name: string, maxLength = 1_000): string {
  return rawField(body, name).trim().slice(0, maxLength)
}

/** Returns a text field unchanged, for passwords. */
export function rawField(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return ''
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : ''
}
