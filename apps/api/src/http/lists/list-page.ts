/** Lists in pages: `limit` and `after` in, `Link: <…>; rel="next"` out (RFC 8288). See docs/product/errors.md#lists. */
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { listPageMaxSize } from '@portal/contract/limits'
import type { FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { openText, sealText } from '../../crypto/sealed-text.ts'
import type { SigningKeys } from '../../crypto/signing-keys.ts'
import { invalid } from '../errors/refusal.ts'

/** The values by which a list is ordered. The last one is unique, so that no two rows have the same key. */
export type ListKey = readonly string[]

export interface ListPage<Key extends ListKey> {
  limit: number
  after: Key | undefined
}

interface PageRequest {
  params: object
  query: { limit?: string | undefined; after?: string | undefined }
  reply: Pick<FastifyReply, 'header'>
}

/** What paging needs to know about a list. */
export interface PagedList<Row, Key extends ListKey> {
  call: Endpoint
  keyOf: (row: Row) => Key
  /**
   * Finds the key for an `after` that isn't a cursor: the id of the last row, for example. Returns undefined if there is none.
   * Omit it for lists that have always used cursors.
   */
  findKey?: ((after: string) => Promise<Key | undefined> | Key | undefined) | undefined
  /** The size of a page without `limit`. By default 1,000, the largest page. */
  defaultLimit?: number
  /** Reads at most `limit` rows after the key, in the order of the keys. */
  read: (page: ListPage<Key>) => Promise<Row[]>
}

interface Tools {
  config: Pick<Config, 'API_URL'>
  keys: Pick<SigningKeys, 'sealingSecret'>
}

/** Distinguishes cursors from ids and dates. */
const prefix = 'c.'

/** A cursor works only in the list that it comes from: the same call for the same workspace or user. */
const purposeOf = (call: Endpoint, params: object) =>
  `cursor of ${call.name} ${pathOf(call, params as Record<string, string>)}`

/** A cursor is encrypted, because keys contain email addresses and addresses of requests are logged. */
function cursorOf(tools: Tools, purpose: string, key: ListKey): string {
  const sealed = sealText(tools.keys.sealingSecret, JSON.stringify(key), purpose)
  return prefix + Buffer.from(sealed).toString('base64url')
}

function openCursor<Key extends ListKey>(tools: Tools, purpose: string, cursor: string): Key | undefined {
  const sealed = Buffer.from(cursor.slice(prefix.length), 'base64url')
  const text = openText(tools.keys.sealingSecret, sealed, purpose)
  return text === undefined ? undefined : (JSON.parse(text) as Key)
}

/**
 * Returns the key after which a page starts.
 * @throws Refusal `ValidationError` for a cursor of another list, a damaged one and an unknown row.
 */
export async function readAfter<Key extends ListKey>(
  tools: Tools,
  { call, findKey }: Pick<PagedList<never, Key>, 'call' | 'findKey'>,
  { params, query: { after } }: Pick<PageRequest, 'params' | 'query'>,
): Promise<Key | undefined> {
  // An empty `after` means the first page. Existing clients of the list of workspaces rely on it.
  if (!after) return undefined
  const key = after.startsWith(prefix)
    ? openCursor<Key>(tools, purposeOf(call, params), after)
    : await findKey?.(after)
  if (!key)
    throw invalid(
      'after',
      'This cursor is invalid. Follow the Link header of the previous page, or leave out `after` to start again.',
    )
  return key
}

/** Reads one page of a list, at most 1,000 rows, and sets the `Link` header if more rows follow. */
export async function readListPage<Row, Key extends ListKey>(
  tools: Tools,
  { params, query, reply }: PageRequest,
  list: PagedList<Row, Key>,
): Promise<Row[]> {
  const after = await readAfter(tools, list, { params, query })
  const limit = Number(query.limit ?? list.defaultLimit ?? listPageMaxSize)
  const rows = await list.read({ limit: limit + 1, after })
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return rows
  const next = new URLSearchParams({
    ...definedValues(query),
    limit: String(limit),
    after: cursorOf(tools, purposeOf(list.call, params), list.keyOf(last)),
  })
  const path = pathOf(list.call, params as Record<string, string>)
  reply.header('link', `<${tools.config.API_URL}${path}?${next}>; rel="next"`)
  return rows.slice(0, limit)
}

const definedValues = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
