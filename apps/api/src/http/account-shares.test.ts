import { EventEmitter } from 'node:events'
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import type { ErrorType } from '@portal/contract/errors'
import { handoff } from '@portal/contract/handoff'
import { service } from '@portal/contract/service'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { issueToken } from '../testing/issue-token.ts'
import { makeTeam } from '../testing/make-team.ts'
import { AccountShares, type Place } from './account-shares.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'

/** The part of a reply that frees a place. */
class Response extends EventEmitter {
  destroyed = false
  readonly reply = { raw: this } as unknown as FastifyReply
}

let refused: number
let shares: AccountShares
beforeEach(() => {
  vi.useFakeTimers()
  refused = 0
  shares = new AccountShares(() => {
    refused += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
})

type PlaceKind = Endpoint['place']

/** Enters this many requests of a credential. Returns those that run, as they get a place. */
function enter(credential: string, count: number, kind?: PlaceKind) {
  const responses: Response[] = []
  const running: { place: Place; response: Response }[] = []
  const failures: unknown[] = []
  for (let at = 0; at < count; at += 1) {
    const response = new Response()
    responses.push(response)
    shares.enter(credential, response.reply, kind).then(
      (place) => running.push({ place, response }),
      (error: unknown) => failures.push(error),
    )
  }
  return { running, failures, responses }
}
const callerOf = (id: string, serviceAccountId?: string, kind = serviceAccountId ? 'api' : 'session') =>
  ({
    kind,
    person: { id },
    ...(serviceAccountId && { token: { serviceAccount: { id: serviceAccountId, name: 'deploy-bot' } } }),
  }) as Caller
const settled = () => vi.advanceTimersByTimeAsync(0)

/** Enters a request and returns whether it runs within five seconds, or why not. */
async function outcomeOf(credential: string): Promise<unknown> {
  const { running, failures } = enter(credential, 1)
  await settled()
  if (running.length === 0) await vi.advanceTimersByTimeAsync(5_000)
  const [failure] = failures as Refusal[]
  return running.length === 1 ? 'ran' : failure?.type
}

/** Sends a request with a credential that belongs to this caller. */
async function authenticate(credential: string, findCaller: () => Promise<Caller>): Promise<void> {
  const { reply } = new Response()
  const place = await shares.enter(credential, reply)
  await place.authenticate(findCaller).finally(async () => {
    reply.raw.emit('finish')
    await settled()
  })
}
const accept = (credential: string, caller: Caller) => authenticate(credential, async () => caller)
const refuse = (credential: string, type: ErrorType) =>
  expect(
    authenticate(credential, async () => {
      throw new Refusal(type, 'No.')
    }),
  ).rejects.toMatchObject({ type })

it('Long lists, changes that return all members, downloads and calls that wait for a provider have their own places', () => {
  const names = (kind: PlaceKind) => calls.flatMap(({ name, place }) => (place === kind ? [name] : []))
  expect(names('list').toSorted()).toEqual([
    'accessReview.list',
    'activity.list',
    'members.access',
    'members.changeRole',
    'members.list',
    'members.remove',
    'tokens.list',
    'tokens.mine',
  ])
  expect(names('download').toSorted()).toEqual([
    'accessReview.download',
    'activity.download',
    'myData.download',
  ])
  expect(names('provider').toSorted()).toEqual([
    'account.refreshAuth0Profile',
    'account.resendEmailVerification',
    'billing.checkout',
    'billing.listInvoices',
    'billing.portal',
  ])
})

describe('AccountShares', () => {
  it('runs at most two requests of an account at once, without delaying another account', async () => {
    const busy = enter('busy', 32)
    const quiet = enter('quiet', 1)
    await settled()
    expect([busy.running.length, quiet.running.length]).toEqual([2, 1])
  })

  it('runs the next request when a response ends', async () => {
    const { running } = enter('busy', 4)
    await settled()
    running[0]?.response.emit('finish')
    running[0]?.response.emit('close')
    await settled()
    expect(running).toHaveLength(3)
  })

  it('cools a place down for as long as its request ran', async () => {
    const { running } = enter('busy', 3)
    await vi.advanceTimersByTimeAsync(200)
    running[0]?.response.emit('finish')
    const later = enter('busy', 1)
    await vi.advanceTimersByTimeAsync(199)
    expect([running.length, later.running.length]).toEqual([2, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([running.length, later.running.length]).toEqual([3, 0])
  })

  it.each([
    ['three times as long as it ran', 200, 600],
    ['at most a second', 400, 1_000],
  ])('cools the place of a list down for %s', async (_, ranMs, cooldownMs) => {
    const { running } = enter('busy', 2, 'list')
    await vi.advanceTimersByTimeAsync(ranMs)
    running[0]?.response.emit('finish')
    await vi.advanceTimersByTimeAsync(cooldownMs - 1)
    expect(running).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(running).toHaveLength(2)
  })

  it.each([
    ['an API token', undefined, callerOf('account', undefined, 'api'), 100, 300],
    ['a command-line session', undefined, { ...callerOf('account'), isCommandLine: true }, 100, 300],
    ['a service account', undefined, callerOf('account', 'pipeline'), 100, 300],
    ['an instance', 'list', callerOf('account', undefined, 'instance'), 100, 900],
    ['an instance after a longer request', 'list', callerOf('account', undefined, 'instance'), 200, 1_000],
  ] as const)(
    'cools the place of %s down three times as long as that of a browser, at most one second',
    async (_, kind, caller, ranMs, cooldownMs) => {
      await accept('program', caller)
      await vi.advanceTimersByTimeAsync(1_000)
      const { running } = enter('program', kind === 'list' ? 2 : 3, kind)
      await vi.advanceTimersByTimeAsync(ranMs)
      const runningBefore = running.length
      running[0]?.response.emit('finish')
      await vi.advanceTimersByTimeAsync(cooldownMs - 1)
      expect(running).toHaveLength(runningBefore)
      await vi.advanceTimersByTimeAsync(1)
      expect(running).toHaveLength(runningBefore + 1)
    },
  )

  it('cools a place down for a second after a longer request', async () => {
    const { running } = enter('busy', 2)
    await vi.advanceTimersByTimeAsync(60_000)
    running[0]?.response.emit('finish')
    const later = enter('busy', 1)
    await vi.advanceTimersByTimeAsync(999)
    expect(later.running).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(later.running).toHaveLength(1)
  })

  it('keeps the place of an aborted request until its work has ended', async () => {
    const { running } = enter('busy', 3)
    await settled()
    const { promise: work, resolve: finish } = Promise.withResolvers<void>()
    const worked = running[0]?.place.runInPlace(() => work)
    running[0]?.response.emit('close')
    await settled()
    expect(running).toHaveLength(2)
    finish()
    await worked
    await settled()
    expect(running).toHaveLength(3)
  })

  it('runs nothing in the place of a request whose client disconnected before', async () => {
    const { running } = enter('busy', 4)
    await settled()
    const { place, response } = running[0] ?? {}
    response?.emit('close')
    const work = vi.fn(async () => {})
    await expect(place?.runInPlace(work)).rejects.toMatchObject({ type: 'TooManyRequests' })
    await settled()
    expect(work).not.toHaveBeenCalled()
    // The place was passed on once.
    expect(running).toHaveLength(3)
  })

  it('counts all credentials of an account together once they have been accepted', async () => {
    await accept('first', callerOf('account'))
    await accept('second', callerOf('account'))
    const [first, second] = [enter('first', 3), enter('second', 3)]
    await settled()
    expect(first.running.length + second.running.length).toBe(2)
  })

  it('gives all service accounts of an owner one lane, separate from the lanes of the owner', async () => {
    await accept('portal', callerOf('owner'))
    await accept('pipeline', callerOf('owner', 'deploy-bot'))
    await accept('other pipeline', callerOf('owner', 'test-bot'))
    const pipelines = [enter('pipeline', 20), enter('other pipeline', 20)]
    const portal = enter('portal', 4)
    await settled()
    expect(pipelines.map(({ running }) => running.length)).toEqual([2, 0])
    expect(portal.running).toHaveLength(2)
  })

  it('gives all workspace instances of a user one lane, separate from the lanes of the user', async () => {
    await accept('portal', callerOf('user'))
    await accept('instance', callerOf('user', undefined, 'instance'))
    await accept('other instance', callerOf('user', undefined, 'instance'))
    const instances = [enter('instance', 20), enter('other instance', 20)]
    const portal = enter('portal', 4)
    await settled()
    expect(instances.map(({ running }) => running.length)).toEqual([2, 0])
    expect(portal.running).toHaveLength(2)
  })

  it('gives a stranger who sends the id of an account as a credential no place in its lane', async () => {
    await accept('cookie', callerOf('account'))
    const [strangers, downloads] = [enter('account', 600), enter('download account', 1)]
    const [own, ownDownload] = [enter('cookie', 1), enter('cookie', 1, 'download')]
    await settled()
    expect([strangers, downloads, own, ownDownload].map(({ running }) => running.length)).toEqual([
      2, 1, 1, 1,
    ])
  })

  it("gives all API tokens of a user one lane, so that they cannot delay the user's sessions", async () => {
    await accept('portal', callerOf('user'))
    await accept('token', callerOf('user', undefined, 'api'))
    await accept('other token', callerOf('user', undefined, 'api'))
    const tokens = [enter('token', 20, 'list'), enter('other token', 20, 'list')]
    const portal = enter('portal', 1, 'list')
    await settled()
    expect(tokens.map(({ running }) => running.length)).toEqual([1, 0])
    expect(portal.running).toHaveLength(1)
  })

  it("continues requests with new credentials only in their caller's lane", async () => {
    await accept('cookie', callerOf('account'))
    const own = enter('cookie', 2)
    const fresh = Array.from({ length: 10 }, (_, at) => enter(`fresh ${at}`, 1))
    await settled()
    const places = fresh.flatMap(({ running }) => running.map(({ place }) => place))
    expect(places.map(({ isOfKnownCaller }) => isOfKnownCaller)).toEqual(Array(10).fill(false))
    const admitted: Place[] = []
    for (const place of places)
      void place.authenticate(async () => callerOf('account')).then(() => admitted.push(place))
    await settled()
    // Both places of the account are taken.
    expect(admitted).toEqual([])
    own.running[0]?.response.emit('finish')
    await settled()
    expect(admitted.map(({ isOfKnownCaller }) => isOfKnownCaller)).toEqual([true])
  })

  it('refuses a request after five seconds in all, even if it waits in two lanes', async () => {
    await accept('cookie', callerOf('account'))
    enter('cookie', 2)
    const fresh = enter('fresh', 3)
    await vi.advanceTimersByTimeAsync(3_000)
    const moved = fresh.running[0]?.place.authenticate(async () => callerOf('account'))
    const failed = vi.fn()
    moved?.catch(failed)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'TooManyRequests' }))
  })

  it("frees the place in the caller's lane when a moved request ends", async () => {
    const { running } = enter('other', 1)
    await settled()
    await running[0]?.place.authenticate(async () => callerOf('account'))
    const own = enter('other', 2)
    await settled()
    expect(own.running).toHaveLength(1)
    running[0]?.response.emit('finish')
    await settled()
    expect(own.running).toHaveLength(2)
  })

  it('frees the lane of a new credential while its request waits in the lane of its caller', async () => {
    await accept('cookie', callerOf('account'))
    const own = enter('cookie', 1, 'list')
    const fresh = enter('fresh', 2, 'list')
    await settled()
    const [first] = fresh.running
    const moved = vi.fn()
    void first?.place.authenticate(async () => callerOf('account')).then(moved)
    await settled()
    expect(moved).not.toHaveBeenCalled()
    expect(fresh.running).toHaveLength(2)
    own.running[0]?.response.emit('finish')
    await settled()
    expect(moved).toHaveBeenCalledOnce()
  })

  it('gives up both lanes if the client disconnects while its request waits in the lane of its caller', async () => {
    await accept('cookie', callerOf('account'))
    const own = enter('cookie', 1, 'list')
    const fresh = enter('fresh', 1, 'list')
    await settled()
    const [first] = fresh.running
    const moved = first?.place.authenticate(async () => callerOf('account'))
    const failed = expect(moved).rejects.toMatchObject({ type: 'TooManyRequests' })
    await settled()
    first?.response.emit('close')
    await failed
    own.running[0]?.response.emit('finish')
    await settled()
    const later = enter('cookie', 1, 'list')
    await settled()
    expect(later.running).toHaveLength(1)
  })

  it("frees the lane of a new credential once, so that its later requests don't run concurrently", async () => {
    await accept('cookie', callerOf('account'))
    const own = enter('cookie', 1, 'list')
    const fresh = enter('fresh', 3, 'list')
    await settled()
    const [first] = fresh.running
    const moved = first?.place.authenticate(async () => callerOf('account')).catch(() => undefined)
    await settled()
    first?.response.emit('close')
    await moved
    await settled()
    expect([own.running.length, fresh.running.length]).toEqual([1, 2])
  })

  it("keeps the place of a request whose credential is in its caller's lane", async () => {
    await accept('cookie', callerOf('account'))
    await vi.advanceTimersByTimeAsync(1_000)
    const [first, second] = [enter('cookie', 1, 'list'), enter('cookie', 1, 'list')]
    await settled()
    await first.running[0]?.place.authenticate(async () => callerOf('account'))
    await settled()
    expect(second.running).toHaveLength(0)
  })

  it('lets a credential out of the lane of its old group after ten minutes, even if that lane never has a free place', async () => {
    await vi.advanceTimersByTimeAsync(1)
    await accept('pipeline', callerOf('old owner', 'deploy-bot'))
    await accept('other', callerOf('old owner', 'test-bot'))
    // These places are never released.
    enter('other', 2)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(await outcomeOf('pipeline')).toBe('TooManyRequests')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await outcomeOf('pipeline')).toBe('ran')
  })

  it('keeps a revoked credential out of the lane of its account', async () => {
    await accept('cookie', callerOf('account'))
    await accept('token', callerOf('account'))
    await refuse('token', 'NotSignedIn')
    await vi.advanceTimersByTimeAsync(1_000)
    const thief = enter('token', 600)
    const own = enter('cookie', 1)
    await settled()
    expect([thief, own].map(({ running }) => running.length)).toEqual([2, 1])
  })

  it('keeps a credential in the lane of its account after a refusal for another reason', async () => {
    await accept('cookie', callerOf('account'))
    await accept('token', callerOf('account'))
    await refuse('token', 'DatabaseUnavailable')
    await vi.advanceTimersByTimeAsync(1_000)
    const [token, cookie] = [enter('token', 2), enter('cookie', 2)]
    await settled()
    expect([token, cookie].map(({ running }) => running.length)).toEqual([2, 0])
  })

  it('refuses a request that waits for five seconds, and reports it', async () => {
    const { running, failures } = enter('busy', 3)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(running).toHaveLength(2)
    expect(failures).toMatchObject([{ type: 'TooManyRequests', details: { retryAfterSeconds: 1 } }])
    expect(refused).toBe(1)
  })

  it('refuses a request immediately when 500 are waiting', async () => {
    const { failures } = enter('busy', 503)
    await settled()
    expect(failures).toHaveLength(1)
  })

  it('runs one list and one download of an account at a time, beside its other calls', async () => {
    const downloads = enter('busy', 3, 'download')
    const lists = enter('busy', 2, 'list')
    const reads = enter('busy', 2)
    await settled()
    expect([downloads, lists, reads].map(({ running }) => running.length)).toEqual([1, 1, 2])
    downloads.running[0]?.response.emit('finish')
    await settled()
    expect(downloads.running).toHaveLength(2)
  })

  it('runs a download while all ordinary places of the account are taken', async () => {
    const reads = enter('busy', 2)
    const download = enter('busy', 1, 'download')
    await settled()
    expect([reads, download].map(({ running }) => running.length)).toEqual([2, 1])
  })

  it('runs ordinary calls while four calls of the account wait for a slow provider', async () => {
    const billing = enter('busy', 5, 'provider')
    const reads = enter('busy', 2)
    await settled()
    expect([billing, reads].map(({ running }) => running.length)).toEqual([4, 2])
  })

  it('drops a waiting request whose client disconnects, so that no further request runs for it', async () => {
    const { running, failures, responses } = enter('busy', 6)
    await settled()
    for (const response of responses.slice(2)) response.emit('close')
    await settled()
    expect([running.length, failures.length, refused]).toEqual([2, 4, 0])
    const later = enter('busy', 1)
    running[0]?.response.emit('finish')
    await settled()
    expect(later.running).toHaveLength(1)
  })

  it('runs no request whose client has already disconnected', async () => {
    const response = new Response()
    response.destroyed = true
    await expect(shares.enter('busy', response.reply)).rejects.toMatchObject({
      type: 'TooManyRequests',
    })
    const { running } = enter('busy', 2)
    await settled()
    expect(running).toHaveLength(2)
  })
})

describe('a request with a token', () => {
  beforeEach(() => {
    vi.useRealTimers()
  })
  const test = useTestApp()
  const watchPlaces = () => vi.spyOn(AccountShares.prototype, 'enter')

  it('takes a place of its account in the public calls that look the token up', async () => {
    const team = await makeTeam(test)
    const facts = { userId: team.editor.user.id, workspaceId: team.workspace.id, kind: 'api' } as const
    const { token } = await issueToken(test, facts)
    const enter = watchPlaces()
    expect((await test.send(service.root, {}, { bearer: token })).status).toBe(200)
    const { body } = await test.send(handoff.introspect, { body: { token } })
    expect(body.active).toBe(true)
    expect(enter.mock.calls.map(([credential]) => credential)).toEqual([`token ${token}`, `token ${token}`])
    enter.mockRestore()
  })

  it('takes no place in public calls that look no token up', async () => {
    const enter = watchPlaces()
    await test.send(service.root, {})
    await test.send(service.live, {}, { bearer: 'anything' })
    expect(enter).not.toHaveBeenCalled()
    enter.mockRestore()
  })
})
