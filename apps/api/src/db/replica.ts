import type { Orm } from './database.ts'
import { asDatabaseUnavailable, isStatementTimeout, isTransactionConflict } from './database-errors.ts'

/** Reads avoid the replica for this long after a failure, so that they don't all wait for it. */
const avoidMs = 10_000

/**
 * Reads that may be seconds old, from a replica if there is one. They fall back to the primary while the replica is unavailable
 * or ends a read because it conflicts with replication.
 */
export class ReplicaReads {
  readonly #primary: Orm
  readonly #replica: Orm | undefined
  readonly #now: () => number
  readonly #onFailure: (error: Error) => void
  #avoidUntil = 0

  constructor(
    primary: Orm,
    replica: Orm | undefined,
    onFailure: (error: Error) => void = () => {},
    now: () => number = () => performance.now(),
  ) {
    this.#primary = primary
    this.#replica = replica
    this.#onFailure = onFailure
    this.#now = now
  }

  run = async <T>(read: (db: Orm) => Promise<T>): Promise<T> => {
    if (!this.#replica || this.#now() < this.#avoidUntil) return read(this.#primary)
    try {
      return await read(this.#replica)
    } catch (error) {
      // The read would take as long on the primary.
      if (isStatementTimeout(error)) throw error
      const unavailable = asDatabaseUnavailable(error)
      if (!unavailable && !isTransactionConflict(error)) throw error
      this.#avoidUntil = this.#now() + avoidMs
      this.#onFailure(unavailable ?? (error as Error))
      return read(this.#primary)
    }
  }
}
