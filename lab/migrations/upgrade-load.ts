import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { sendCall } from '../long-runs/send-call.ts'

const callers = 10
const pauseMs = 40

/**
 * Users of the generated database (`first-release.ts`) who read and rename themselves until `stop`. Every response except a
 * success counts as a failure.
 */
export class UpgradeLoad {
  requests = 0
  slowestMs = 0
  /** The longest time between two successful responses, and between two successful writes. */
  longestGapMs = { any: 0, write: 0 }
  readonly failures: string[] = []
  /** The nickname that each user saved last. */
  readonly saved = new Map<string, string>()
  readonly #at = { any: performance.now(), write: performance.now() }
  readonly #api: { url: string }
  #isStopping = false
  readonly #working: Promise<unknown>

  constructor(api: { url: string }, people: number) {
    this.#api = api
    this.#working = Promise.all(Array.from({ length: callers }, (_, index) => this.#work(index, people)))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#working
    this.#note('any')
    this.#note('write')
  }

  #note(kind: 'any' | 'write'): void {
    const now = performance.now()
    this.longestGapMs[kind] = Math.max(this.longestGapMs[kind], now - this.#at[kind])
    this.#at[kind] = now
  }

  async #work(index: number, people: number): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn += 1) {
      // Each turn uses another user, so that the load reads from the whole table.
      const n = ((index + turn * 7_919) % people) + 1
      await this.#visit(`U${String(n).padStart(25, '0')}`, { session: String(n) }, `visit${turn}`)
      await sleep(pauseMs)
    }
  }

  async #visit(userId: string, as: { session: string }, nickname: string): Promise<void> {
    const steps = [
      () => sendCall(this.#api, account.whoami, {}, as),
      () => sendCall(this.#api, workspaces.list, { query: {} }, as),
      () => sendCall(this.#api, account.update, { params: { userId }, body: { nickname } }, as),
    ]
    for (const [at, send] of steps.entries()) {
      const began = performance.now()
      this.requests += 1
      try {
        const reply = await send()
        if (reply.status !== 200) {
          this.failures.push(`answered ${reply.status} ${reply.errorType}`)
          continue
        }
        this.#note('any')
        if (at < 2) continue
        this.#note('write')
        this.saved.set(userId, nickname)
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error))
      } finally {
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
      }
    }
  }
}
