import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { type Person, sendCall } from '../callers.ts'

/** Users who read and write until `stop`. Every response except a success counts as a failure. */
export class SteadyLoad {
  requests = 0
  /** One sentence per failure. */
  readonly failures: string[] = []
  /** The acknowledged workspaces. */
  readonly made: string[] = []
  /** The longest time between two acknowledged writes, or from the last one to the end. */
  longestGapMs = 0
  #madeAt = performance.now()
  readonly #api: { url: string }
  #isStopping = false
  readonly #working: Promise<unknown>

  constructor(api: { url: string }, people: readonly Person[]) {
    this.#api = api
    this.#working = Promise.all(people.map((person) => this.#work(person)))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#working
    this.#measureGap()
  }

  /** Returns the acknowledged workspaces that are not among these rows. */
  missingIn(rows: readonly { id: string }[]): string[] {
    const stored = new Set(rows.map(({ id }) => id))
    return this.made.filter((id) => !stored.has(id))
  }

  #measureGap(): void {
    const now = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#madeAt)
    this.#madeAt = now
  }

  async #work(person: Person): Promise<void> {
    const acts = [
      () => sendCall(this.#api, account.whoami, {}, person),
      () => sendCall(this.#api, workspaces.list, {}, person),
      async () => {
        const body = { displayName: 'Under load', instanceUrl: 'http://localhost:8080' }
        const reply = await sendCall(this.#api, workspaces.create, { body }, person)
        if (reply.status !== 200) return reply
        this.made.push(reply.body.newWorkspaceId)
        this.#measureGap()
        return reply
      },
    ]
    for (let turn = 0; !this.#isStopping; turn += 1) {
      this.requests += 1
      try {
        const reply = await acts[turn % acts.length]?.()
        if (reply?.status !== 200) this.failures.push(`answered ${reply?.status} ${reply?.errorType}`)
      } catch (error) {
        const { message, cause } = error as Error
        this.failures.push(cause instanceof Error ? `${message}: ${cause.message}` : message)
      }
    }
  }
}
