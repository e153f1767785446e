import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { Person } from '../long-runs/make-person.ts'
import { sendCall } from '../long-runs/send-call.ts'

/** The name of the workspaces that the load creates. */
export const madeName = 'Under load'

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

  #measureGap(): void {
    const now = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#madeAt)
    this.#madeAt = now
  }

  async #work({ session }: Person): Promise<void> {
    const acts = [
      () => sendCall(this.#api, account.whoami, {}, { session }),
      () => sendCall(this.#api, workspaces.list, {}, { session }),
      async () => {
        const body = { displayName: madeName, instanceUrl: 'http://localhost:8080' }
        const reply = await sendCall(this.#api, workspaces.create, { body }, { session })
        if (reply.status !== 200) return reply
        this.made.push(reply.body.newWorkspaceId)
        this.#measureGap()
        return reply
      },
    ]
    for (let turn = 0; !this.#isStopping; turn += 1) {
      const act = acts[turn % acts.length]
      this.requests += 1
      try {
        const reply = await act?.()
        if (reply?.status !== 200) this.failures.push(`answered ${reply?.status} ${reply?.errorType}`)
      } catch (error) {
        this.failures.push(sentenceOf(error))
      }
    }
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
