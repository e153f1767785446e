/** One search across people, workspaces and tokens, and the accounts of an address. See docs/product/staff.md#look-ups. */
import { staffSearch } from '@portal/contract/staff/search/search'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { listAccountsOfAddress, userRecordOf } from '../accounts/staff-account-store.ts'
import { recordLookUps, staffOf } from '../records/staff-record-store.ts'
import { searchPeople, searchTokens, searchWorkspaces } from './staff-search-store.ts'

export function staffSearchRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  /** A search writes a record about each user that the result names, which the user sees like other look-ups. */
  server.serve(staffSearch.search, async (ask) => {
    const text = ask.query.text.trim().normalize('NFC')
    const isEmpty = text === ''
    const people = isEmpty ? [] : await searchPeople(db, text)
    const workspaces = isEmpty ? [] : await searchWorkspaces(db, text)
    const tokens = isEmpty ? [] : await searchTokens(db, text, now())
    const named = new Set([
      ...people.map(({ id }) => id),
      ...workspaces.map(({ ownerUserId }) => ownerUserId),
      ...tokens.map(({ userId }) => userId),
    ])
    // Omits the other matches, because users can download the records about them.
    const look = { ...staffOf(ask, now()), act: 'looked-up.search', after: { text } } as const
    await recordLookUps(db, look, [...named])
    return {
      people: people.map((row) => ({
        ...userRecordOf(row),
        firstName: row.firstName,
        lastName: row.lastName,
        nickname: row.nickname,
        deletedAt: row.deletedAt?.toISOString() ?? null,
      })),
      workspaces: workspaces.map(({ ownerUserId: _, ...row }) => ({
        ...row,
        instanceUrl: withAsciiHost(row.instanceUrl),
      })),
      tokens,
    }
  })

  server.serve(staffSearch.listByEmail, async (ask) => {
    const found = await listAccountsOfAddress(db, ask.query.email)
    const after = { email: normalizeEmail(ask.query.email) }
    const look = { ...staffOf(ask, now()), act: 'looked-up.people-of-address', after } as const
    await recordLookUps(
      db,
      look,
      found.map(({ id }) => id),
    )
    return found.map(userRecordOf)
  })
}
