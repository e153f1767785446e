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
