/** Crockford's Base32 digits. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeDigits = 10
const randomDigits = 16

/**
 * Creates a ulid: ten characters for the time, then sixteen random ones. The `ulid` package also parses and converts ulids, and
 * the sign-in page would load all of it.
 */
export function ulid(now = Date.now()): string {
  const time = Array.from({ length: timeDigits }, (_, place) =>
    Math.floor(now / 32 ** (timeDigits - 1 - place)),
  )
  const random = crypto.getRandomValues(new Uint8Array(randomDigits))
  return [...time, ...random].map((value) => digits[value % 32]).join('')
}
