/** The id of a request in the logs and in every error body. */
import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'

/** One random draw for each id. By default, the library draws for each of its 16 characters. */
export function newRequestId(): string {
  const bytes = randomBytes(16).values()
  return ulid(undefined, () => (bytes.next().value ?? 0) / 256)
}
