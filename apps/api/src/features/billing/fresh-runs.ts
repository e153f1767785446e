interface Runs {
  /** By the process's own clock, in milliseconds. */
  beganAtMs: number
  running: Promise<void>
  next: Promise<void> | undefined
}

/** So many keys are remembered once nothing runs for them. */
const mostIdle = 500

/**
 * Work of which one run at a time is enough, for each key. A run answers everybody who asked before it began: a hundred
 * askers at once cost one or two runs, and each of them gets an answer that is younger than its question.
 */
export class FreshRuns {
  readonly #runs = new Map<string, Runs>()

  /** @param askedAtMs when the question arose, by `performance.now()` */
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
      if (this.#runs.size > mostIdle) forget()
    }, forget)
    return runs.running
  }
}
