import type { Client } from '@portal/client'
import { workspaces } from '@portal/client/contract/workspaces'
import { ApiError } from '@portal/client/errors'

/** Creates the workspace of a day. If the program is started twice, the second run gets the same workspace. */
export async function createNightly(client: Client, day: string): Promise<string> {
  const body = { displayName: `Nightly ${day}`, instanceUrl: 'https://nightly.example.com' }
  try {
    const created = await client.call(workspaces.create, { body }, { idempotencyKey: `nightly-${day}` })
    return created.newWorkspaceId
  } catch (error) {
    if (error instanceof ApiError && error.type === 'LimitReached')
      throw new Error('Delete an old workspace first.', { cause: error })
    throw error
  }
}
