import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { apiQuery } from './api-query.ts'
import { runCall } from './calls.ts'
import { requestKey, requestRecord } from './request-record.ts'

const client = createQueryClient()
const user = person()
const params = { userId: user.id }
const key = requestKey(account.update, { params })
const save = (nickname: string) => runCall(client, account.update, { params, body: { nickname } })

describe('the record of a write', () => {
  it('follows the mutation from request to success', async () => {
    const api = fakeApi()
    expect(requestRecord(key)).toBeUndefined()
    const held = api.hold(account.update)
    const first = save('Countess')
    const sent = requestRecord(key)
    expect(sent).toMatchObject({
      requestedAt: expect.any(Number),
      payload: { body: { nickname: 'Countess' } },
      requestUlid: expect.stringMatching(/^.{26}$/),
    })
    expect(Object.keys(sent ?? {}).sort()).toEqual([
      'completed',
      'lastSuccessAt',
      'payload',
      'requestUlid',
      'requestedAt',
    ])
    held.release({ user })
    await expect(first).resolves.toEqual({ isOk: true, data: { user } })
    const done = requestRecord(key)
    expect(done?.receivedAt).toBeGreaterThanOrEqual(sent?.requestedAt ?? Number.NaN)
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
    const outcome = await save('Ada')
    expect(requestRecord(key)).toMatchObject({ error: { code: 'Conflict' }, lastSuccessAt })
    expect(outcome).toEqual({ isOk: false, error: requestRecord(key)?.error })
    await expect(requestRecord(key)?.completed).rejects.toThrow('Refused: Conflict')
    expect(loggedFailures()).toHaveLength(1)
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
    expect(record?.payload).toMatchObject({ body: { nickname: 'Ada' } })
  })

  it('outlives the mutation in the cache', async () => {
    vi.useFakeTimers()
    fakeApi().reply(account.update, { user })
    const own = createQueryClient()
    await runCall(own, account.update, { params, body: { nickname: 'Countess' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(own.getMutationCache().getAll()).toEqual([])
    expect(requestRecord(key)?.receivedAt).toBeDefined()
  })
})

describe('the record of a read', () => {
  const list = apiQuery(workspaces.list, { query: {} })
  const listKey = requestKey(workspaces.list)

  it('follows the query, and ignores data set with `setQueryData`', async () => {
    const api = fakeApi()
    const held = api.hold(workspaces.list)
    const loaded = client.fetchQuery(list)
    expect(requestRecord(listKey)?.payload).toEqual({ query: {} })
    expect(requestRecord(listKey)?.receivedAt).toBeUndefined()
    held.release([workspace()])
    await loaded
    const done = requestRecord(listKey)
    expect(done?.lastSuccessAt).toBe(done?.receivedAt)
    client.setQueryData(list.queryKey, [])
    expect(requestRecord(listKey)).toBe(done)
    api.refuse(workspaces.list, 'DatabaseUnavailable')
    await client.fetchQuery({ ...list, staleTime: 0 }).catch(() => undefined)
    expect(requestRecord(listKey)).toMatchObject({
      error: { code: 'DatabaseUnavailable' },
      lastSuccessAt: done?.lastSuccessAt,
    })
    expect(loggedFailures()).toHaveLength(1)
  })

  it('has only the last success after the read was canceled', async () => {
    const api = fakeApi()
    api.reply(workspaces.list, [])
    const own = createQueryClient()
    await own.fetchQuery(list)
    const before = requestRecord(listKey)?.lastSuccessAt
    api.hold(workspaces.list)
    const canceled = own.fetchQuery({ ...list, staleTime: 0 }).catch(() => undefined)
    const { completed } = requestRecord(listKey) ?? {}
    expect(requestRecord(listKey)?.receivedAt).toBeUndefined()
    await own.cancelQueries({ queryKey: list.queryKey })
    await canceled
    expect(requestRecord(listKey)).toMatchObject({ receivedAt: before, lastSuccessAt: before })
    await expect(completed).rejects.toThrow()
  })

  it('is removed if the first read was canceled', async () => {
    fakeApi().hold(workspaces.list)
    const own = createQueryClient()
    const canceled = own.fetchQuery(list).catch(() => undefined)
    expect(requestRecord(listKey)).toBeDefined()
    await own.cancelQueries({ queryKey: list.queryKey })
    await canceled
    expect(requestRecord(listKey)).toBeUndefined()
  })
})
