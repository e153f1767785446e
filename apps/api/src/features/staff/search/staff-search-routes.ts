/** One search across people, workspaces and tokens. */
import { staff } from '@portal/contract/staff'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { userRecordOf } from './people-store.ts'
import { searchPeople, searchTokens, searchWorkspaces } from './staff-search-store.ts'

export function staffSearchRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  /** A search writes one record with the matches. Opening a user's report writes a record about that user. */
  server.serve(staff.search, async ({ query, caller, request }) => {
    const text = query.text.trim().normalize('NFC')
    const isEmpty = text === ''
    const people = isEmpty ? [] : await searchPeople(db, text)
    const workspaces = isEmpty ? [] : await searchWorkspaces(db, text)
    const tokens = isEmpty ? [] : await searchTokens(db, text, now())
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
    await recordStaffAct(db, {
      staffUserId: caller.person.id,
      act: 'looked-up.search',
      after: { text, people: idsOf(people), workspaces: idsOf(workspaces), tokens: idsOf(tokens) },
      ipAddress: request.ip,
      at: now(),
    })
    return {
      people: people.map((row) => ({
        ...userRecordOf(row),
        firstName: row.firstName,
        lastName: row.lastName,
        nickname: row.nickname,
      })),
      workspaces,
      tokens,
    }
  })
}
