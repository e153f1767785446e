import { createHash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeCharacters = 10
const randomCharacters = 16

/** Returns a deterministic 26-character id that sorts by time. */
export function demoId(at: Date, ...salt: (string | null | undefined)[]): string {
  let rest = at.getTime()
  let time = ''
  for (let count = 0; count < timeCharacters; count += 1) {
    time = alphabet[rest % alphabet.length] + time
    rest = Math.floor(rest / alphabet.length)
  }
  // Uppercase hexadecimal digits are part of the alphabet.
  const digest = createHash('sha256').update(JSON.stringify(salt)).digest('hex').toUpperCase()
  return time + digest.slice(0, randomCharacters)
}
