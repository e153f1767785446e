interface Runs {
  /** By `performance.now()`. */
  beganAtMs: number
  running: Promise<void>
  next: Promise<void> | undefined
}

/** How many keys without a pending run are remembered. */
const maxIdle = 500

/**
 * Coalesces concurrent work per key. A caller shares a run only if that run started after the caller asked, so every
 * caller gets a result newer than their request. A hundred concurrent callers cause one or two runs.
 */
export class FreshRuns {
  readonly #runs = new Map<string, Runs>()

  /** @param askedAtMs when the caller asked, by `performance.now()` */
  run(key: string, work: () => Promise<void>, askedAtMs = performance.now()): Promise<void> {
    const last = this.#runs.get(key)
    if (!last) return this.#begin(key, work)
    if (last.beganAtMs > askedAtMs) return last.running
    last.next ??= last.running.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    )
    return last.next
  }

  #begin(key: string, work: () => Promise<void>): Promise<void> {
    const runs: Runs = { beganAtMs: performance.now(), running: work(), next: undefined }
    this.#runs.set(key, runs)
    const forget = () => {
      if (this.#runs.get(key) === runs && runs.next === undefined) this.#runs.delete(key)
    }
    runs.running.then(() => {
      if (this.#runs.size > maxIdle) forget()
    }, forget)
    return runs.running
  }
}
