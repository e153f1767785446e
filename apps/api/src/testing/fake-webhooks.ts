/** A gateway to webhooks without a network. */
import type { WebhookAnswer, WebhookGateway, WebhookMessage } from '../gateways/webhooks/send-webhook.ts'

const fine: WebhookAnswer = { status: 200, problem: null, answer: 'ok', durationMs: 84 }

export class FakeWebhooks implements WebhookGateway {
  /** The messages, newest last. */
  readonly sent: WebhookMessage[] = []
  #answer = fine

  answerWith(answer: Partial<WebhookAnswer>): void {
    this.#answer = { ...fine, ...answer }
  }

  async send(message: WebhookMessage): Promise<WebhookAnswer> {
    this.sent.push(message)
    return this.#answer
  }

  reset(): void {
    this.sent.length = 0
    this.#answer = fine
  }
}
