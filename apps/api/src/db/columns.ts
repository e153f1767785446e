import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'

/** An instant, to the millisecond, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A 26-character sortable identifier. */
export const ulidColumn = (name: string) => text(name)

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
})

/** A SHA-256 digest. Secrets are stored only as digests. */
export const digest = (name: string) => bytes(name)

/** Whether the domain of an address key has characters outside ASCII: an earlier release stored it, or another account has the ASCII form. */
export const hasTypedDomain = (emailKey: SQLWrapper): SQL =>
  sql`octet_length(split_part(${emailKey}, '@', 2)) <> char_length(split_part(${emailKey}, '@', 2))`
