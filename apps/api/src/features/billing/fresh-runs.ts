interface Runs {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * Work of which one run at a time is enough, for each key. Whoever asks while it runs shares the one run that begins after:
 * a hundred askers at once cost two runs, and each of them gets an answer that is younger than its question.
 */
export class FreshRuns {
  readonly #runs = new Map<string, Runs>()

  run(key: string, work: () => Promise<void>): Promise<void> {
    const known = this.#runs.get(key)
    if (!known) return this.#begin(key, work)
    known.next ??= known.running.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    )
    return known.next
  }

  #begin(key: string, work: () => Promise<void>): Promise<void> {
    const runs: Runs = { running: work(), next: undefined }
    this.#runs.set(key, runs)
    const end = () => {
      if (this.#runs.get(key) === runs && runs.next === undefined) this.#runs.delete(key)
    }
    runs.running.then(end, end)
    return runs.running
  }
}
