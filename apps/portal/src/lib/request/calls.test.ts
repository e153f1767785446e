import { account } from '@portal/contract/account/account'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { person } from '../../testing/people.ts'
import { runCall } from './calls.ts'
import { requestKey } from './request-key.ts'
import { requestRecord } from './request-record.ts'

const client = createQueryClient()
const user = person()
const params = { userId: user.id }
const key = requestKey(account.update, { params })
const save = (nickname: string) => runCall(client, account.update, { params, body: { nickname } })

describe('a pending write', () => {
  it('is not sent again if it is identical, and both callers get its response', async () => {
    const api = fakeApi()
    const held = api.hold(account.update)
    const outcomes = Promise.all([save('Countess'), save('Countess')])
    await expect.poll(() => api.requests(account.update)).toHaveLength(1)
    const completed = requestRecord(key)?.completed
    held.release({ user })
    expect(await outcomes).toEqual([
      { isOk: true, data: { user } },
      { isOk: true, data: { user } },
    ])
    await expect(completed).resolves.toBeUndefined()
    expect(api.requests(account.update)).toHaveLength(1)
    await save('Countess')
    expect(api.requests(account.update)).toHaveLength(2)
  })

  it('does not hold back a write with another payload', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    await Promise.all([save('Countess'), save('Ada')])
    expect(api.requests(account.update)).toHaveLength(2)
  })

  it('is not polled in a busy loop', async () => {
    vi.useFakeTimers()
    const held = fakeApi().hold(account.update)
    const pending = save('Countess')
    const sentAt = Date.now()
    await vi.advanceTimersToNextTimerAsync()
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(1_000)
    held.release({ user })
    await pending
  })
})
