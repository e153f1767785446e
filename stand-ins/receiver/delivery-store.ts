import { join } from 'node:path'
import { formField } from '../serving/form-field.ts'
import { JsonFile } from '../serving/json-file.ts'
import { headerOf, problemOf, type SignedRequest } from './signature.ts'

/** A delivery as scripts read it. */
export interface Delivery extends SignedRequest {
  /** The `webhook-id`, which all attempts of an event share. Empty without that header. */
  id: string
  /** The `type` in the body. Empty if there is none. */
  type: string
  /** With the query. */
  path: string
  /** Counts the deliveries with this id to this path, from 1. */
  attempt: number
  verified: boolean
  /** Why the signature isn't verified. */
  problem: string | null
  /** The status of the answer. */
  status: number
}

/** How deliveries are answered. */
export interface Answer {
  status: number
  delayMs: number
}

interface Stored {
  secrets: string[]
  answer: Answer
  deliveries: Delivery[]
}

const mostDeliveries = 200

/** Parses JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function verify(request: SignedRequest, secrets: readonly string[]): Pick<Delivery, 'verified' | 'problem'> {
  const problem = problemOf(request, secrets)
  return { verified: problem === null, problem }
}

/** The newest deliveries, the secrets that verify them, and how they are answered. Restarts keep them. */
export class DeliveryStore {
  readonly #file: JsonFile<Stored>

  constructor(folder: string) {
    const initial = { secrets: [], answer: { status: 200, delayMs: 0 }, deliveries: [] }
    this.#file = new JsonFile<Stored>(join(folder, 'deliveries.json'), initial)
  }

  get secrets(): readonly string[] {
    return this.#file.value.secrets
  }

  get answer(): Answer {
    return this.#file.value.answer
  }

  /** Lists deliveries, newest first, filtered by a part of the type, id or path. */
  list(containing = ''): Delivery[] {
    const part = containing.toLowerCase()
    return this.#file.value.deliveries
      .filter(({ type, id, path }) => `${type}\n${id}\n${path}`.toLowerCase().includes(part))
      .reverse()
  }

  /** Stores a delivery. Returns how to answer it. */
  add({ path, headers, body }: Pick<Delivery, 'path' | 'headers' | 'body'>): Answer {
    const { deliveries, answer, secrets } = this.#file.value
    const id = headerOf(headers, 'webhook-id')
    const previous = deliveries.findLast((other) => other.id === id && other.path === path)
    const request = { headers, body, at: new Date().toISOString() }
    deliveries.push({
      id,
      type: formField(parseJson(body), 'type'),
      path,
      attempt: (previous?.attempt ?? 0) + 1,
      ...request,
      ...verify(request, secrets),
      status: answer.status,
    })
    deliveries.splice(0, Math.max(0, deliveries.length - mostDeliveries))
    this.#file.saveSoon()
    return answer
  }

  async setAnswer({ status, delayMs }: Answer): Promise<void> {
    this.#file.value.answer = { status, delayMs }
    await this.#file.save()
  }

  /** Also verifies the earlier deliveries that no secret verified yet. */
  async setSecrets(secrets: string[]): Promise<void> {
    this.#file.value.secrets = secrets
    for (const delivery of this.#file.value.deliveries)
      if (!delivery.verified) Object.assign(delivery, verify(delivery, secrets))
    await this.#file.save()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
