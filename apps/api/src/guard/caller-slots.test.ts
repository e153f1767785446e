/** How many requests of one caller run at once. See docs/product/errors.md#busy-accounts. */
import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from './caller.ts'
import { CallerSlots, slotKeyOf } from './caller-slots.ts'

const person = (id: string) => ({ id }) as Caller['person']
const browser = (id = 'ada') => ({ kind: 'session', person: person(id) }) as Caller
const token = (kind: 'api' | 'instance', workspaceId: string, id = 'ada', serviceAccount?: object) =>
  ({ kind, person: person(id), token: { id: 't', workspaceId, serviceAccount } }) as Caller

let refused = 0
let slots: CallerSlots
beforeEach(() => {
  vi.useFakeTimers()
  refused = 0
  slots = new CallerSlots(() => {
    refused += 1
  })
})
afterEach(() => vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Sends a request whose work ends with `finishWork`, and whose response ends with `endResponse`. */
function send(caller: Caller) {
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = { isStarted: false, error: undefined as unknown, finishWork: resolve, raw }
  const work = () => {
    request.isStarted = true
    return promise
  }
  slots.run(caller, { raw } as unknown as FastifyReply, work).catch((error: unknown) => {
    request.error = error
  })
  return request
}
const startedOf = (requests: { isStarted: boolean }[]) => requests.filter((one) => one.isStarted).length

describe('CallerSlots', () => {
  it('runs four requests of a caller at once, and the next as soon as a response has ended', async () => {
    const sent = Array.from({ length: 6 }, () => send(browser()))
    await settle()
    expect(startedOf(sent)).toBe(4)
    sent[0]?.finishWork()
    await settle()
    expect(startedOf(sent)).toBe(4)
    sent[0]?.raw.emit('finish')
    await settle()
    expect(sent.map(({ isStarted }) => isStarted)).toEqual([true, true, true, true, true, false])
  })

  it('never makes a caller wait who sends one request after another', async () => {
    for (let count = 0; count < 20; count += 1) {
      const one = send(browser())
      await settle()
      expect(one.isStarted).toBe(true)
      one.finishWork()
      one.raw.emit('finish')
      await settle()
    }
  })

  it('keeps the slot of an aborted request until its work has ended', async () => {
    const sent = Array.from({ length: 5 }, () => send(browser()))
    sent[0]?.raw.emit('close')
    await settle()
    expect(startedOf(sent)).toBe(4)
    sent[0]?.finishWork()
    await settle()
    expect(startedOf(sent)).toBe(5)
  })

  it('runs nothing for a request whose client disconnected while it waited', async () => {
    const sent = Array.from({ length: 5 }, () => send(browser()))
    const [first, , , , last] = sent
    if (last) last.raw.destroyed = true
    first?.finishWork()
    first?.raw.emit('finish')
    await settle()
    expect(last).toMatchObject({ isStarted: false, error: { type: 'TooManyRequests' } })
    expect(send(browser()).isStarted).toBe(true)
  })

  it('refuses a request that has waited for five seconds, and reports it', async () => {
    const sent = Array.from({ length: 5 }, () => send(browser()))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(refused).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent[4]?.error).toMatchObject({ type: 'TooManyRequests', details: { retryAfterSeconds: 1 } })
    expect(refused).toBe(1)
  })

  it('refuses a request immediately when 100 are waiting', async () => {
    const sent = Array.from({ length: 105 }, () => send(browser()))
    await settle()
    expect(sent.filter(({ error }) => error)).toHaveLength(1)
    expect(sent.at(-1)?.error).toMatchObject({ type: 'TooManyRequests' })
  })

  it('never delays a caller because of another one', async () => {
    for (let count = 0; count < 50; count += 1) send(token('instance', 'W1'))
    for (let count = 0; count < 50; count += 1) send(token('api', 'W1', 'owner', { id: 'bot' }))
    const others = [
      send(browser()),
      send({ ...browser(), isCommandLine: true }),
      send(token('instance', 'W2')),
      send(token('api', 'W2')),
      send(token('instance', 'W1', 'bob')),
      send(token('api', 'W2', 'owner', { id: 'bot' })),
    ]
    await settle()
    expect(startedOf(others)).toBe(others.length)
  })
})

describe('slotKeyOf', () => {
  it('is one for the API tokens and instance tokens of an account in a workspace', () => {
    expect(slotKeyOf(token('api', 'W1'))).toBe(slotKeyOf(token('instance', 'W1')))
  })

  it('is one for all service accounts of a workspace, whoever owns it', () => {
    const [first, second] = [{ id: 'a' }, { id: 'b' }].map((bot, at) =>
      slotKeyOf(token('api', 'W1', `owner ${at}`, bot)),
    )
    expect(first).toBe(second)
  })
})
