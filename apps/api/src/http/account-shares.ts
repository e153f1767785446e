/**
 * Limits the concurrent requests of one account in a process, so that one session or token can't take all database connections.
 * Each account has a lane for each kind of place. A request waits in its lane for a place, keeps the place while it runs, and then
 * releases it. See docs/product/errors.md#busy-accounts.
 */
import type { Endpoint } from '@portal/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'
import { textHashOf } from './secrets.ts'

type PlaceKind = 'ordinary' | NonNullable<Endpoint['place']>

interface Places {
  /** How many requests of an account run at the same time. */
  max: number
  /** How long a place cools down, as a multiple of the time that its request ran. */
  cooldown: number
}

/**
 * Calls to providers use no database connection while they wait. The other kinds use up to four of the eight connections that
 * requests share by default. The user's service accounts and instances can use two more connections each.
 */
const places: Record<PlaceKind, Places> = {
  ordinary: { max: 2, cooldown: 1 },
  list: { max: 1, cooldown: 3 },
  download: { max: 1, cooldown: 3 },
  provider: { max: 4, cooldown: 1 },
}

const maxWaiting = 500
const maxWaitMs = 5_000
const maxCooldownMs = 1_000
const knownCredentials = 20_000

interface Lane {
  running: number
  waiting: Set<() => void>
}

type LaneOwner = Pick<Caller, 'kind' | 'person' | 'token'>

/**
 * The lane of a caller. All service accounts of an owner's workspaces share one, so that pipelines take neither the owner's own
 * places nor more than one lane. The tokens that workspace instances hold for a user share another lane, because other users may run
 * those instances.
 */
function laneOf({ kind, person, token }: LaneOwner): string {
  if (token?.serviceAccount) return `service accounts of ${person.id}`
  return kind === 'instance' ? `instances of ${person.id}` : person.id
}

/**
 * Maps the hash of each accepted credential to the lane of its account, so that all credentials of an account share a lane. Hashes
 * keep secrets out of memory.
 */
type KnownLanes = LRUCache<string, string>

/** A request's place in its account's lane. It becomes free once `release` was called and no work runs in it. */
export class Place {
  #holders = 1
  #isReleased = false
  readonly #credentialHash: string
  readonly #known: KnownLanes
  readonly #onFree: () => void

  constructor(credentialHash: string, known: KnownLanes, onFree: () => void) {
    this.#credentialHash = credentialHash
    this.#known = known
    this.#onFree = onFree
  }

  /**
   * Finds the caller in this place, and moves later requests with the same credential to the caller's lane. A refused credential
   * leaves the lane, so that the holder of a revoked token can't take the account's places.
   */
  async authenticate(findCaller: () => Promise<Caller>): Promise<Caller> {
    try {
      const caller = await this.runInPlace(findCaller)
      this.#known.set(this.#credentialHash, laneOf(caller))
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) this.#known.delete(this.#credentialHash)
      throw error
    }
  }

  /**
   * Keeps the place while `work` runs, even if the client disconnects.
   * @throws Refusal `TooManyRequests` if the client disconnected earlier and the place was released
   */
  async runInPlace<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holders === 0) throw refusal()
    this.#holders += 1
    try {
      return await work()
    } finally {
      this.#dropHold()
    }
  }

  /** Releases the place as soon as no work runs in it. Later calls do nothing. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#dropHold()
  }

  #dropHold(): void {
    this.#holders -= 1
    if (this.#holders === 0) this.#onFree()
  }
}

/** Runs work in the request's place, or directly if the request has no place. */
export const runInPlaceOf = <T>(
  { place }: { place: Place | undefined },
  work: () => Promise<T>,
): Promise<T> => (place ? place.runInPlace(work) : work())

export class AccountShares {
  readonly #lanes = new Map<string, Lane>()
  readonly #known: KnownLanes = new LRUCache({ max: knownCredentials })
  readonly #onRefused: () => void

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused
  }

  /**
   * Waits for a place. `credential` is the secret with its kind, as `credentialOf` returns it. Each kind of place has its own lane, so
   * a slow download delays only the account's other downloads. The place is released when the response and all work in it have ended.
   * Throws `TooManyRequests` if no place is free in time, or if the client disconnects first.
   *
   * A released place cools down. An account that never pauses can therefore use an ordinary place half of the time, and the place for
   * lists or downloads a quarter of the time. Long requests can use more, because the cooldown lasts at most one second.
   */
  async enter(credential: string, reply: FastifyReply, kind: PlaceKind = 'ordinary'): Promise<Place> {
    const hash = textHashOf(credential)
    const { max, cooldown } = places[kind]
    const deadline = performance.now() + maxWaitMs
    const take = () => this.#take(`${kind} ${this.#laneKeyOf(hash)}`, max, reply, deadline)
    const wasKnown = this.#known.has(hash)
    let release = await take()
    if (!wasKnown && this.#known.has(hash)) {
      // While this request waited, another request with the same credential was accepted. This request now waits in the account's lane.
      release()
      release = await take()
    }
    const startedAt = performance.now()
    const place = new Place(hash, this.#known, () => {
      const ranMs = performance.now() - startedAt
      setTimeout(release, Math.min(cooldown * ranMs, maxCooldownMs)).unref()
    })
    const releasePlace = () => place.release()
    reply.raw.once('finish', releasePlace).once('close', releasePlace)
    return place
  }

  /** Returns the key of the account's lane, or of a separate lane until the credential has been accepted. */
  #laneKeyOf(hash: string): string {
    const known = this.#known.get(hash)
    return known === undefined ? `credential ${hash}` : `account ${known}`
  }

  /** Waits until fewer than `max` requests run in the lane. Returns a function that releases the place. */
  async #take(key: string, max: number, { raw }: FastifyReply, deadline: number): Promise<() => void> {
    if (raw.destroyed) throw refusal()
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(key, lane)
    if (lane.running < max) lane.running += 1
    else await this.#waitIn(lane, raw, deadline)
    return () => this.#releaseToNext(key, lane)
  }

  async #waitIn(lane: Lane, response: FastifyReply['raw'], deadline: number): Promise<void> {
    if (lane.waiting.size >= maxWaiting) throw this.#countRefusal()
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        response.off('close', giveUp)
        lane.waiting.delete(admit)
      }
      const admit = () => {
        stop()
        resolve()
      }
      const giveUp = () => {
        stop()
        reject(refusal())
      }
      const timer = setTimeout(() => {
        stop()
        reject(this.#countRefusal())
      }, deadline - performance.now())
      lane.waiting.add(admit)
      response.once('close', giveUp)
    })
  }

  /** Gives the place to the next waiting request, or frees it. */
  #releaseToNext(key: string, lane: Lane): void {
    const [next] = lane.waiting
    if (next) {
      next()
      return
    }
    lane.running -= 1
    if (lane.running === 0) this.#lanes.delete(key)
  }

  #countRefusal(): Refusal {
    this.#onRefused()
    return refusal()
  }
}

const refusal = () =>
  new Refusal('TooManyRequests', 'Too many requests at once. Try again in a second.', {
    retryAfterSeconds: 1,
  })
