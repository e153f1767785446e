/**
 * Limits the concurrent requests of one account in a process, so that one session or token can't take all database connections.
 * Each group of an account's callers has a lane for each kind of place. A request waits in its lane for a place, keeps the place
 * while it runs, and then releases it. See docs/product/errors.md#busy-accounts.
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
 * Calls to providers use no database connection while they wait. A user's browsers use up to four of the eight connections that requests
 * share by default. Each group of programs can use three more: two for ordinary requests and one for a long list.
 */
const places: Record<PlaceKind, Places> = {
  ordinary: { max: 2, cooldown: 1 },
  list: { max: 1, cooldown: 3 },
  download: { max: 1, cooldown: 3 },
  provider: { max: 4, cooldown: 1 },
}

/** The places of programs cool down longer. Otherwise, an account with several groups of callers would slow down others too much. */
const cooldownFactorOfPrograms = 3

const maxWaiting = 500
const maxWaitMs = 5_000
const maxCooldownMs = 1_000
const knownCredentials = 20_000
/** Limits how long a credential stays in the lane of its old group, for example after its workspace got another owner. */
const knownForMs = 600_000

interface Lane {
  running: number
  waiting: Set<() => void>
}

/** The callers that share a lane. */
interface CallerGroup {
  name: string
  cooldownFactor: number
}

type GroupedCaller = Pick<Caller, 'kind' | 'person' | 'token' | 'isCommandLine'>

/**
 * The group whose lane a caller uses. The sessions of a user's browsers share one. The user's API tokens and command-line sessions
 * share another, so that a busy script or a stolen token can't keep the user from revoking it. All service accounts of an owner's
 * workspaces share one. So do the tokens that workspace instances hold for a user, because other users may run those instances.
 */
function groupOf(caller: GroupedCaller): CallerGroup {
  const group = groupNameOf(caller)
  const cooldownFactor = group === 'browsers' ? 1 : cooldownFactorOfPrograms
  return { name: `${group} of ${caller.person.id}`, cooldownFactor }
}

function groupNameOf({ kind, token, isCommandLine }: GroupedCaller): string {
  if (token?.serviceAccount) return 'service accounts'
  if (kind === 'instance') return 'instances'
  return kind === 'api' || isCommandLine ? 'scripts' : 'browsers'
}

/** Maps the hash of each accepted credential to its caller's group. Hashes keep secrets out of memory. */
type KnownGroups = LRUCache<string, CallerGroup>

interface PlaceOptions {
  credentialHash: string
  group: CallerGroup
  known: KnownGroups
  free: () => void
  /** Waits for a place in another lane and returns a function that frees it. */
  take: (group: CallerGroup) => Promise<() => void>
}

/** A request's place in a lane. It becomes free once `release` was called and no work runs in it. */
export class Place {
  #holders = 1
  #isReleased = false
  #group: CallerGroup
  #free: () => void
  readonly #credentialHash: string
  readonly #known: KnownGroups
  readonly #take: PlaceOptions['take']

  constructor({ credentialHash, group, known, free, take }: PlaceOptions) {
    this.#credentialHash = credentialHash
    this.#group = group
    this.#known = known
    this.#free = free
    this.#take = take
  }

  /** Whether this is a place in the caller's lane. In another lane, only the look-up of the caller may run. */
  get isOfKnownCaller(): boolean {
    return this.#known.get(this.#credentialHash)?.name === this.#group.name
  }

  /**
   * Finds the caller, and moves this request and later ones with the same credential to the caller's lane. Otherwise, new credentials
   * would multiply an account's places. A refused credential leaves the lane, so that the holder of a revoked token can't take the
   * account's places.
   * @throws Refusal `TooManyRequests` if no place in the caller's lane is free in time
   */
  async authenticate(findCaller: () => Promise<Caller>): Promise<Caller> {
    try {
      const caller = await this.runInPlace(findCaller)
      const group = groupOf(caller)
      this.#known.set(this.#credentialHash, group)
      if (group.name !== this.#group.name) await this.runInPlace(() => this.#moveTo(group))
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) this.#known.delete(this.#credentialHash)
      throw error
    }
  }

  async #moveTo(group: CallerGroup): Promise<void> {
    // Freed before the wait, so that its cooldown covers only the look-up.
    this.#free()
    this.#free = () => {}
    this.#free = await this.#take(group)
    this.#group = group
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
    if (this.#holders === 0) this.#free()
  }
}

/** Runs work in the request's place, or directly if the request has no place. */
export const runInPlaceOf = <T>(
  { place }: { place: Place | undefined },
  work: () => Promise<T>,
): Promise<T> => (place ? place.runInPlace(work) : work())

export class AccountShares {
  readonly #lanes = new Map<string, Lane>()
  readonly #known: KnownGroups = new LRUCache({
    max: knownCredentials,
    ttl: knownForMs,
    // By default, the cache keeps the clock that it finds when it is loaded, which tests can't replace later.
    perf: { now: () => performance.now() },
  })
  readonly #onRefused: () => void

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused
  }

  /**
   * Waits for a place. `credential` is the secret with its kind, as `credentialOf` returns it. Each kind of place has its own lane, so
   * a slow download delays only the account's other downloads. The place is released when the response and all work in it have ended.
   * Throws `TooManyRequests` if no place is free in time, or if the client disconnects first.
   *
   * A released place cools down. Browsers that never pause can therefore use an ordinary place half of the time, and the place for
   * lists or downloads a quarter of the time. Programs can use an ordinary place a quarter of the time, and the place for lists a
   * tenth. Long requests can use more, because the cooldown lasts at most one second.
   */
  async enter(credential: string, reply: FastifyReply, kind: PlaceKind = 'ordinary'): Promise<Place> {
    const credentialHash = textHashOf(credential)
    const deadline = performance.now() + maxWaitMs
    const take = (group: CallerGroup) => this.#take(kind, group, reply, deadline)
    // Until the credential has been accepted, its requests wait only for each other.
    const group = this.#known.get(credentialHash) ?? {
      name: `credential ${credentialHash}`,
      cooldownFactor: 1,
    }
    const place = new Place({ credentialHash, group, known: this.#known, free: await take(group), take })
    const releasePlace = () => place.release()
    reply.raw.once('finish', releasePlace).once('close', releasePlace)
    return place
  }

  /** Waits for a place in the lane. Returns a function that frees it after its cooldown. */
  async #take(
    kind: PlaceKind,
    { name, cooldownFactor }: CallerGroup,
    { raw }: FastifyReply,
    deadline: number,
  ): Promise<() => void> {
    if (raw.destroyed) throw refusal()
    const { max, cooldown } = places[kind]
    const key = `${kind} ${name}`
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(key, lane)
    if (lane.running < max) lane.running += 1
    else await this.#waitIn(lane, raw, deadline)
    const startedAt = performance.now()
    return () => {
      const ranMs = performance.now() - startedAt
      const cooldownMs = Math.min(cooldown * cooldownFactor * ranMs, maxCooldownMs)
      setTimeout(() => this.#freeInLane(key, lane), cooldownMs).unref()
    }
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
  #freeInLane(key: string, lane: Lane): void {
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
