import type { Database } from '../../apps/api/src/db/database.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'

/** Creates the users of the measured pages: an owner of 50 workspaces (`workspaceId` is one of them) and a staff user. */
export async function makePeople(database: Database) {
  const owner = await makeUser(database)
  for (let made = 1; made < 50; made++) await makeWorkspace(database, owner)
  const workspace = await makeWorkspace(database, owner)
  const staff = await makeUser(database, { email: 'bench@systeminit.com' })
  const { token: ownerSession } = await makeSession(database, owner)
  const { token: staffSession } = await makeSession(database, staff)
  return { ownerSession, staffSession, workspaceId: workspace.id }
}
