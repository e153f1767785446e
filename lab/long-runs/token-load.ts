/** Programs that use API tokens on several API processes until they are stopped. */
import { setTimeout as sleep } from 'node:timers/promises'

/** One call with a token. The times are milliseconds since 1970. */
export interface TokenUse {
  url: string
  status: number
  sentAt: number
  answeredAt: number
}

const callersPerProcess = 2
const pollMs = 10

export class TokenLoad {
  /** The tokens that the programs use from their next call on. */
  tokens: readonly string[]
  readonly uses: TokenUse[] = []
  #isStopping = false
  readonly #working: Promise<unknown>

  constructor(processes: readonly { url: string }[], tokens: readonly string[]) {
    this.tokens = tokens
    const callers = processes.flatMap(({ url }) => Array.from({ length: callersPerProcess }, () => url))
    this.#working = Promise.all(callers.map((url, at) => this.#work(url, at)))
  }

  refused(): TokenUse[] {
    return this.uses.filter(({ status }) => status !== 200)
  }

  /** Waits until as many processes have accepted a call. */
  async untilAccepted(processes: number): Promise<void> {
    const accepting = () =>
      new Set(this.uses.filter(({ status }) => status === 200).map(({ url }) => url)).size
    while (accepting() < processes) await sleep(pollMs)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#working
  }

  async #work(url: string, start: number): Promise<void> {
    for (let turn = start; !this.#isStopping; turn += 1) {
      const authorization = `Bearer ${this.tokens[turn % this.tokens.length]}`
      const sentAt = Date.now()
      const { status } = await fetch(`${url}/whoami`, { headers: { authorization } })
      this.uses.push({ url, status, sentAt, answeredAt: Date.now() })
    }
  }
}
