/** Discovers and caches the published keys of issuers. See docs/product/trust-rules.md#keys-of-the-issuer. */
import { hourMs, minuteMs } from '@portal/contract/durations'
import { createLocalJWKSet, type JWK } from 'jose'
import * as z from 'zod/mini'
import { UnreachableError } from '../fence/send-fenced.ts'
import { type FetchOptions, fetchIssuerDocument } from './fetch-issuer-document.ts'

const freshMs = 600_000
/** Keys are used this long after they stopped being fresh while the issuer is unavailable. */
const staleMs = hourMs
const minimumBetweenFetchesMs = minuteMs
const maxKeys = 100
const maxIssuers = 1_000

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.string() })
const keySetSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

type FindKey = ReturnType<typeof createLocalJWKSet>

interface Keys {
  find: FindKey
  ids: ReadonlySet<string | undefined>
  fetchedAt: number
}

interface Entry {
  keys?: Keys
  fetchStartedAt: number
  /** The fetch that is running. Concurrent callers share it. */
  fetching?: Promise<void>
  problem?: UnreachableError
}

export type FetchDocument = (url: string, options: FetchOptions) => Promise<unknown>

export interface IssuerKeysSettings {
  trustedIssuers: readonly string[]
  now: () => Date
  fetchDocument?: FetchDocument
}

function parse<T extends z.ZodMiniType>(schema: T, document: unknown, message: string): z.output<T> {
  const result = schema.safeParse(document)
  if (!result.success) throw new UnreachableError(message)
  return result.data
}

export class IssuerKeys {
  readonly #settings: Required<IssuerKeysSettings>
  readonly #entries = new Map<string, Entry>()

  constructor(settings: IssuerKeysSettings) {
    this.#settings = { fetchDocument: fetchIssuerDocument, ...settings }
  }

  /**
   * Returns the issuer's keys. Fetches them if they are older than 10 minutes or don't contain `keyId`, at most once a
   * minute per issuer.
   * @throws UnreachableError when there are no keys that may still be used
   */
  async load(issuer: string, keyId: string | undefined): Promise<FindKey> {
    const entry = this.#entryOf(issuer)
    const hasKey = keyId === undefined || entry.keys?.ids.has(keyId)
    if (!(hasKey && this.#ageOf(entry) < freshMs)) await this.#refresh(issuer, entry)
    if (entry.keys && this.#ageOf(entry) < freshMs + staleMs) return entry.keys.find
    throw entry.problem ?? new UnreachableError('cannot be reached')
  }

  #ageOf({ keys }: Entry): number {
    return keys ? this.#settings.now().getTime() - keys.fetchedAt : Number.POSITIVE_INFINITY
  }

  #entryOf(issuer: string): Entry {
    const entry = this.#entries.get(issuer) ?? { fetchStartedAt: Number.NEGATIVE_INFINITY }
    // The most recently used issuers are the last ones.
    this.#entries.delete(issuer)
    this.#entries.set(issuer, entry)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > maxIssuers) this.#entries.delete(oldest)
    return entry
  }

  async #refresh(issuer: string, entry: Entry): Promise<void> {
    const now = this.#settings.now().getTime()
    if (entry.fetching === undefined && now - entry.fetchStartedAt >= minimumBetweenFetchesMs) {
      entry.fetchStartedAt = now
      entry.fetching = this.#fetch(issuer, entry).finally(() => {
        delete entry.fetching
      })
    }
    await entry.fetching
  }

  /** Never throws. A failure leaves the previous keys in place. */
  async #fetch(issuer: string, entry: Entry): Promise<void> {
    try {
      const keys = await this.#discover(issuer)
      entry.keys = {
        find: createLocalJWKSet({ keys }),
        ids: new Set(keys.map(({ kid }) => kid)),
        fetchedAt: this.#settings.now().getTime(),
      }
      delete entry.problem
    } catch (error) {
      entry.problem =
        error instanceof UnreachableError
          ? error
          : new UnreachableError('publishes keys that cannot be read', error)
    }
  }

  async #discover(issuer: string): Promise<JWK[]> {
    const { fetchDocument, trustedIssuers } = this.#settings
    const isTrusted = trustedIssuers.includes(issuer)
    const discovery = parse(
      discoverySchema,
      await fetchDocument(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { isTrusted }),
      'publishes no discovery document',
    )
    if (discovery.issuer !== issuer) throw new UnreachableError('publishes the keys of another issuer')
    const keysUrl = URL.parse(discovery.jwks_uri)
    // A trusted issuer may only name keys at its own address without further checks.
    const isOwnAddress = keysUrl !== null && keysUrl.origin === new URL(issuer).origin
    const set = parse(
      keySetSchema,
      await fetchDocument(discovery.jwks_uri, { isTrusted: isTrusted && isOwnAddress }),
      'publishes no key set',
    )
    return set.keys.slice(0, maxKeys) as JWK[]
  }
}
