import { account } from '@portal/contract/account'
import { workspaces } from '@portal/contract/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { runCall } from './calls.ts'
import { queryFor } from './queries.ts'
import { requestKey } from './request-key.ts'
import { requestRecord } from './request-record.ts'

const client = createQueryClient()
const user = person()
const params = { userId: user.id }
const key = requestKey(account.update, { params })
const save = (nickname: string) => runCall(client, account.update, { params, body: { nickname } })

describe('the key of a request', () => {
  it('has the action or the name of the call, and the path parameters', () => {
    expect(key).toBe(`UPDATE_USER%${user.id}`)
    expect(requestKey(workspaces.read, { params: { workspaceId: 'w1' } })).toBe('workspaces.read%w1')
  })

  it('has the parts that the caller sets instead', () => {
    expect(requestKey(account.update, { params }, ['u1', true])).toBe('UPDATE_USER%u1%true')
  })
})

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
    expect(sent?.receivedAt).toBeUndefined()
    held.release({ user })
    await expect(first).resolves.toEqual({ isOk: true, data: { user } })
    const done = requestRecord(key)
    expect(done?.receivedAt).toBeGreaterThanOrEqual(sent?.requestedAt ?? Number.NaN)
    expect(done?.lastSuccessAt).toBe(done?.receivedAt)
    await expect(done?.completed).resolves.toBeUndefined()
    expect(api.requests(account.update)[0]?.headers['request-ulid']).toBe(done?.requestUlid)
  })

  it('has the error of a failure and the time of the last success', async () => {
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

  it('is that of the later write if an earlier one with another payload ends after it', async () => {
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

  it('outlives the mutation, which the cache drops', async () => {
    vi.useFakeTimers()
    fakeApi().reply(account.update, { user })
    const own = createQueryClient()
    await runCall(own, account.update, { params, body: { nickname: 'Countess' } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(own.getMutationCache().getAll()).toEqual([])
    expect(requestRecord(key)?.receivedAt).toBeDefined()
  })

  it('is pending without timers that check it in a loop', async () => {
    vi.useFakeTimers()
    const held = fakeApi().hold(account.update)
    const pending = save('Countess')
    const timers = vi.spyOn(window, 'setTimeout')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(timers.mock.calls.length).toBeLessThan(20)
    timers.mockRestore()
    held.release({ user })
    await pending
  })
})

describe('the record of a read', () => {
  const list = queryFor(workspaces.list, { query: {} })
  const listKey = requestKey(workspaces.list)

  it('follows the query, and ignores data that the page stores', async () => {
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
})

describe('an identical pending write', () => {
  it('is not sent again, and both callers have its response', async () => {
    const api = fakeApi()
    const held = api.hold(account.update)
    const outcomes = Promise.all([save('Countess'), save('Countess')])
    await expect.poll(() => api.requests(account.update)).toHaveLength(1)
    held.release({ user })
    expect(await outcomes).toEqual([
      { isOk: true, data: { user } },
      { isOk: true, data: { user } },
    ])
    expect(api.requests(account.update)).toHaveLength(1)
    await save('Countess')
    expect(api.requests(account.update)).toHaveLength(2)
  })

  it('with another payload is sent', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    await Promise.all([save('Countess'), save('Ada')])
    expect(api.requests(account.update)).toHaveLength(2)
  })
})

describe('a creation that is sent again', () => {
  const create = (displayName: string) =>
    runCall(client, workspaces.create, { body: { displayName, instanceUrl: 'http://localhost:8080' } })
  const created = { workspaces: [workspace()], newWorkspaceId: workspace().id }
  const ulids = (api: ReturnType<typeof fakeApi>) =>
    api.requests(workspaces.create).map(({ headers }) => headers['request-ulid'])

  it('has the same ulid after a lost answer and a 5xx, so that nothing is created twice', async () => {
    const api = fakeApi()
    api.disconnect(workspaces.create)
    await create('Fresh')
    api.refuse(workspaces.create, 'DatabaseUnavailable')
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Fresh')
    expect(new Set(ulids(api)).size).toBe(1)
    expect(loggedFailures()).toHaveLength(2)
  })

  it('has another ulid after a success, after a refusal and with other input', async () => {
    const api = fakeApi()
    api.refuse(workspaces.create, 'LimitReached')
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Fresh')
    await create('Fresh')
    api.disconnect(workspaces.create)
    await create('Fresh')
    api.reply(workspaces.create, created)
    await create('Other')
    expect(new Set(ulids(api)).size).toBe(5)
    expect(loggedFailures()).toHaveLength(2)
  })
})
