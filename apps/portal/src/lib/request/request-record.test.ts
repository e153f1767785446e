import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { person } from '../../testing/people.ts'
import { request } from './request.ts'
import { requestKey, requestRecord } from './request-record.ts'

const user = person()
const params = { userId: user.id }

describe('the record of a write', () => {
  const key = requestKey(account.update, { params })
  const save = (nickname: string) => request(account.update, { params, body: { nickname } })

  it('follows the request until its response, which it does not keep', async () => {
    const api = fakeApi()
    expect(requestRecord(key)).toBeUndefined()
    const held = api.hold(account.update)
    const response = save('Countess')
    expect(requestRecord(key)).toMatchObject({
      requestedAt: expect.any(Number),
      payload: expect.stringContaining('Countess'),
      requestUlid: expect.stringMatching(/^.{26}$/),
      pending: response,
    })
    held.release({ user })
    await response
    const done = requestRecord(key)
    expect(done?.pending).toBeUndefined()
    expect(done?.receivedAt).toBeGreaterThanOrEqual(done?.requestedAt ?? Number.NaN)
    expect(done?.lastSuccessAt).toBe(done?.receivedAt)
    await expect(done?.completed).resolves.toBeUndefined()
    expect(api.requests(account.update)[0]?.headers['request-ulid']).toBe(done?.requestUlid)
  })

  it('keeps the error of a failure and the time of the last success', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    await save('Countess')
    const lastSuccessAt = requestRecord(key)?.lastSuccessAt
    api.refuse(account.update, 'Conflict')
    await expect(save('Ada')).rejects.toThrow('Refused: Conflict')
    expect(requestRecord(key)).toMatchObject({ error: { code: 'Conflict' }, lastSuccessAt })
    await expect(requestRecord(key)?.completed).rejects.toThrow('Refused: Conflict')
  })

  it('describes the later write even if an earlier one finishes after it', async () => {
    const api = fakeApi()
    const first = api.hold(account.update)
    const early = save('Countess')
    const second = api.hold(account.update)
    const late = save('Ada')
    second.release({ user })
    await late
    const record = requestRecord(key)
    first.release({ user })
    await early
    expect(requestRecord(key)).toBe(record)
    expect(record?.payload).toContain('Ada')
  })
})

describe('the record of a canceled read', () => {
  const key = requestKey(workspaces.list)
  async function cancelRead() {
    fakeApi().hold(workspaces.list)
    const controller = new AbortController()
    const response = request(workspaces.list, { query: {} }, { signal: controller.signal })
    expect(requestRecord(key)?.pending).toBe(response)
    controller.abort()
    await expect(response).rejects.toThrow('Request aborted')
  }

  it('is the one of the read before it', async () => {
    fakeApi().reply(workspaces.list, [])
    await request(workspaces.list, { query: {} })
    const before = requestRecord(key)
    await cancelRead()
    expect(requestRecord(key)).toBe(before)
  })

  it('is removed if there was no read before it', async () => {
    await cancelRead()
    expect(requestRecord(key)).toBeUndefined()
  })
})

describe('requestKey', () => {
  it('contains the action or name of the call and the path parameters', () => {
    expect(requestKey(account.update, { params: { userId: 'u1' } })).toBe('UPDATE_USER%u1')
    expect(requestKey(workspaces.read, { params: { workspaceId: 'w1' } })).toBe('workspaces.read%w1')
  })

  it('contains the given parts in place of the path parameters', () => {
    expect(requestKey(account.update, { params: { userId: 'u1' } }, ['u2', true])).toBe('UPDATE_USER%u2%true')
  })
})
