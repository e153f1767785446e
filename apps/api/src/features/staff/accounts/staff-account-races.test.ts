/** Staff revoke the tokens of an account that is creating one at the same moment. Only PostgreSQL runs both in parallel. */
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Orm } from '../../../db/database.ts'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { makeTeam } from '../../../testing/make-team.ts'
import { waitForLock } from '../../../testing/wait-for-lock.ts'
import { createToken } from '../../tokens/token-actions.ts'
import { authTokens } from '../../tokens/token-table.ts'

const test = useTestApp()

describe('staffAccounts.revokeTokens', () => {
  it('revokes a token whose creation is not committed yet', async () => {
    const { editor, params } = await makeTeam(test)
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    const { promise: isCreated, resolve: created } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const database = {
      ...test.database,
      transaction: <T>(work: (tx: Orm) => Promise<T>) =>
        test.database.transaction(async (tx) => {
          const result = await work(tx)
          created()
          await mayCommit
          return result
        }),
    }
    const caller = { person: editor.user, authenticatedAt: test.now() }
    const origin = { params, caller, request: { ip: '127.0.0.1' } }
    const wanted = { name: 'Late', expiration: '1d' }
    const creating = createToken({ ...test.services, database }, origin, wanted)
    await isCreated
    const revoking = test.send(
      staffAccounts.revokeTokens,
      { params: { userId: editor.user.id }, body: { reason: 'Stolen' } },
      { session: staff.session },
    )
    await waitForLock(test.database)
    commit()
    await creating
    expect((await revoking).body).toEqual({ revokedCount: 1 })
    expect(await test.database.orm.select().from(authTokens).where(isNull(authTokens.revokedAt))).toEqual([])
  })
})
