/** Staff revoke the tokens of an account that is creating one at the same moment. Only PostgreSQL runs both in parallel. */
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { isNull } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'
import { makeTeam } from '../../../testing/make-team.ts'
import { waitForLock } from '../../../testing/wait-for-lock.ts'
import { authTokens } from '../../tokens/token-table.ts'

const test = useTestApp()

describe('staffAccounts.revokeTokens', () => {
  it('revokes a token whose creation is not committed yet', async () => {
    const { editor, params } = await makeTeam(test)
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    const { promise: isCreated, resolve: created } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { transaction } = test.database
    vi.spyOn(test.database, 'transaction').mockImplementationOnce((work) =>
      transaction(async (tx) => {
        const result = await work(tx)
        created()
        await mayCommit
        return result
      }),
    )
    const creating = test.send(tokens.create, { params, body: { name: 'Late', expiration: '1d' } }, editor)
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
