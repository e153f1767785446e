const windowMs = 600_000

/**
 * Sets the priority of jobs, so that the backlog of one account never delays the jobs of another. Each further job of an
 * account within ten minutes has a lower priority than the previous one. Each process counts the jobs that it queues.
 */
export class JobShares {
  readonly #now: () => number
  #counts = new Map<string, number>()
  #endsAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Counts a job of the account and returns its priority: 0 for the first job, then -1, -2 and so on. */
  take(accountId: string): number {
    if (this.#now() >= this.#endsAt) {
      this.#counts = new Map()
      this.#endsAt = this.#now() + windowMs
    }
    const count = this.#counts.get(accountId) ?? 0
    this.#counts.set(accountId, count + 1)
    return count === 0 ? 0 : -count
  }
}
