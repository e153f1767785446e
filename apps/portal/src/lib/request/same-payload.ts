/** Whether two payloads are deeply equal. FormData is equal only to itself. */
export function isSamePayload(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other) || !isPlain(one) || !isPlain(other)) return false
  const left = defined(one)
  const right = defined(other)
  return (
    left.length === right.length &&
    left.every(([key, value]) => isSamePayload(value, (other as Record<string, unknown>)[key]))
  )
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

// Undefined values are not sent.
function defined(value: object) {
  return Object.entries(value).filter(([, part]) => part !== undefined)
}
