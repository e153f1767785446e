/** Signs events by the Standard Webhooks rules and sends them. See docs/product/webhooks.md#signatures. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { storedAnswerBytes, webhookTimeoutMs } from '@portal/contract/webhooks/webhooks'
import { Webhook } from 'standardwebhooks'
import type { Config } from '../../config.ts'
import { type Resolve, sendFenced, UnreachableError } from '../fence/send-fenced.ts'

export interface WebhookMessage {
  url: string
  /** Each of them signs. */
  secrets: readonly string[]
  /** The id of the event. */
  id: string
  /** The time of the attempt. */
  at: Date
  body: string
}

export interface WebhookAnswer {
  /** Null without an answer. */
  status: number | null
  /** Why there is no answer. Completes the sentence "The server …". */
  problem: string | null
  /** The start of the answer. */
  answer: string | null
  durationMs: number
}

export interface WebhookGateway {
  /** Makes one attempt. Never throws because of the server. */
  send(message: WebhookMessage): Promise<WebhookAnswer>
}

const bodyWaitMs = 1_000

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Returns what arrives of the body within a second, as a text that PostgreSQL can store. A body that never ends must not hold the connection. */
async function readStart(response: IncomingMessage): Promise<string> {
  let start = Buffer.alloc(0)
  const end = setTimeout(() => response.destroy(), bodyWaitMs)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, chunk])
      if (start.length >= storedAnswerBytes) break
    }
  } catch {
    // The connection broke or was ended.
  } finally {
    clearTimeout(end)
  }
  return start.subarray(0, storedAnswerBytes).toString('utf8').replaceAll('\0', '')
}

export const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

export function openWebhookGateway(
  { WEBHOOK_TRUSTED_HOSTS }: Pick<Config, 'WEBHOOK_TRUSTED_HOSTS'>,
  resolve?: Resolve,
): WebhookGateway {
  return {
    async send({ url, secrets, id, at, body }) {
      const began = performance.now()
      const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'portal-webhooks',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signatures.join(' '),
        },
        body,
        isTrusted: WEBHOOK_TRUSTED_HOSTS.includes(new URL(url).host),
        timeoutMs: webhookTimeoutMs,
        resolve,
      } as const
      const duration = () => Math.round(performance.now() - began)
      try {
        const { status, answer } = await sendFenced(url, request, async (response) => ({
          status: response.statusCode ?? 0,
          answer: await readStart(response),
        }))
        return { status, problem: null, answer, durationMs: duration() }
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        return { status: null, problem: error.message, answer: null, durationMs: duration() }
      }
    },
  }
}
