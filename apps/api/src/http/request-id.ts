/** The id of a request in the logs and in every error body. */
import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const pool = new Uint8Array(4_096)
let used = pool.length

/** Returns random numbers from a pool. Without it the library would call the system once for each of 16 characters. */
function randomNumber(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  used += 1
  return byte / 256
}

export const newRequestId = (): string => ulid(undefined, randomNumber)
