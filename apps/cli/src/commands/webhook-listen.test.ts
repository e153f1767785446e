import process from 'node:process'
import { ConnectionError } from '@portal/client/errors'
import { type Event, events } from '@portal/contract/events/events'
import { Command } from 'commander'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cli } from '../lib/cli.ts'
import { addWebhookListenCommand } from './webhook-listen.ts'

const address = 'http://localhost:3000/hook'
const receiver = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', receiver)
  receiver.mockImplementation(async () => new Response('ok'))
  vi.spyOn(process, 'once').mockReturnThis()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  receiver.mockReset()
})

const event = (id: string, type = 'token.created'): Event => ({
  id,
  type,
  at: '2026-11-28T12:00:00.000Z',
  actor: { kind: 'user', id: '01U', name: 'Ada Lovelace' },
  subject: 'deploys',
  data: { ipAddress: '192.0.2.10', tokenName: null },
})

/** Starts the command on a workspace with these events. */
async function listen(log: Event[], ...words: string[]) {
  const printed: string[] = []
  const notes: string[] = []
  const state = { isAway: false, ended: vi.fn(), asked: [] as (string | undefined)[] }
  const output = {
    isJson: words.includes('--json'),
    line: (text: string) => printed.push(text),
    note: (text: string) => notes.push(text),
  }
  const cli = {
    output,
    async *pages() {
      yield [{ id: '01W', displayName: 'Production' }]
    },
    async call(_call: object, { query }: { query: { after?: string; limit: string } }) {
      if (state.isAway)
        throw new ConnectionError('https://api.example.com', events.list, new Error('refused'))
      state.asked.push(query.after)
      if (query.after === 'latest') return { events: [], next: log.at(-1)?.id ?? null }
      const start = log.findIndex(({ id }) => id === query.after) + 1
      const page = log.slice(start, start + Number(query.limit))
      return { events: page, next: page.at(-1)?.id ?? query.after ?? null }
    },
  } as unknown as Cli
  const program = new Command()
    .option('--json')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  addWebhookListenCommand(program.command('webhooks'), cli)
  program
    .parseAsync(['webhooks', 'listen', '--workspace', 'Production', '--forward-to', address, ...words], {
      from: 'user',
    })
    .then(state.ended, state.ended)
  await vi.advanceTimersByTimeAsync(100)
  return { printed, notes, state }
}

/** The ids of the events in the order in which the receiver got them. */
const received = () =>
  receiver.mock.calls.map(([, init]) => new Headers(init?.headers).get('webhook-id') ?? '')

describe('portal webhooks listen', () => {
  it('sends each new event once in the order of the API, signed by the Standard Webhooks rules', async () => {
    const log = [event('01')]
    const { printed } = await listen(log)
    log.push(event('03'), event('02'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received()).toEqual(['03', '02'])
    const secret = printed[0]?.replace('Secret of this run: ', '') ?? ''
    expect(secret).toMatch(/^whsec_/)
    for (const [url, init] of receiver.mock.calls) {
      expect(url).toBe(address)
      const headers = Object.fromEntries(new Headers(init?.headers))
      expect(new Webhook(secret).verify(String(init?.body), headers)).toEqual(
        event(headers['webhook-id'] ?? ''),
      )
    }
    expect(printed.slice(1)).toEqual([
      expect.stringMatching(/ {2}token\.created {2}03 {2}200 {2}\d+ ms$/),
      expect.stringMatching(/ {2}token\.created {2}02 {2}200 {2}\d+ ms$/),
    ])
  })

  it('sends no event from before its start, and reads none of them', async () => {
    const log = Array.from({ length: 2_000 }, (_, index) => event(`old ${index}`))
    const { state } = await listen(log)
    log.push(event('new'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received()).toEqual(['new'])
    expect(state.asked.slice(0, 2)).toEqual(['latest', 'old 1999'])
  })

  it('sends the first event of a workspace without events', async () => {
    const log: Event[] = []
    await listen(log)
    log.push(event('01'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received()).toEqual(['01'])
  })

  it('continues after an outage of the API and sends the events of the outage once', async () => {
    const log = [event('01')]
    const { notes, state } = await listen(log)
    state.isAway = true
    await vi.advanceTimersByTimeAsync(600_000)
    log.push(event('02'))
    state.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(received()).toEqual(['02'])
    expect(notes.filter((note) => note.includes('This command keeps trying.'))).toHaveLength(1)
    expect(state.ended).not.toHaveBeenCalled()
  })

  it('sends an event that the receiver does not accept four times, with pauses, and continues with the next one', async () => {
    const log: Event[] = []
    const { printed } = await listen(log)
    receiver.mockRejectedValueOnce(
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    )
    for (const status of [500, 410, 302]) receiver.mockResolvedValueOnce(new Response(null, { status }))
    log.push(event('01'), event('02'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(received()).toEqual(['01', '01', '01', '01', '02'])
    expect(printed.slice(1).map((line) => line.split('  ').slice(3).join('  '))).toEqual([
      "can't be reached: connect ECONNREFUSED  0 ms  next attempt in 1 s",
      '500  0 ms  next attempt in 5 s',
      '410  0 ms  next attempt in 15 s',
      '302  0 ms  no further attempt',
      '200  0 ms',
    ])
  })

  it('follows no redirect and waits 15 seconds for the answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockReturnValueOnce(AbortSignal.abort(new DOMException('timed out', 'TimeoutError')))
    receiver.mockImplementationOnce(async (_url, init) => {
      init?.signal?.throwIfAborted()
      return new Response('late')
    })
    const log: Event[] = []
    const { printed } = await listen(log)
    log.push(event('01'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(receiver).toHaveBeenCalledWith(address, expect.objectContaining({ redirect: 'manual' }))
    expect(timeout).toHaveBeenCalledWith(15_000)
    expect(printed[1]).toContain('does not answer within 15 seconds')
  })

  it('takes a status as the answer, although the body breaks off or takes longer than 15 seconds', async () => {
    const broken = new ReadableStream({
      start: (body) => body.error(new DOMException('timed out', 'TimeoutError')),
    })
    receiver.mockImplementationOnce(async () => new Response(broken))
    const log: Event[] = []
    const { printed } = await listen(log)
    log.push(event('01'), event('02'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(received()).toEqual(['01', '02'])
    expect(printed[1]).toMatch(/01 {2}200 {2}\d+ ms$/)
  })

  it('sends only the types of --types, and names those that it does not know', async () => {
    const log: Event[] = []
    const { notes } = await listen(log, '--types', 'token.created,member.joined', '--types', 'tokn.revoked')
    log.push(event('01'), event('02', 'token.revoked'), event('03', 'member.joined'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received()).toEqual(['01', '03'])
    expect(notes[0]).toBe('This version of portal knows no event named tokn.revoked.')
  })

  it('prints the secret and each attempt as a line of JSON with --json', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const log: Event[] = []
    await listen(log, '--json')
    log.push(event('01'))
    await vi.advanceTimersByTimeAsync(2_000)
    const lines = write.mock.calls.map(([text]) => String(text))
    expect(lines.every((line) => line.endsWith('}\n'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { secret: expect.stringMatching(/^whsec_/), forwardTo: address },
      {
        eventId: '01',
        type: 'token.created',
        at: expect.any(String),
        attempt: 1,
        status: 200,
        problem: null,
        isSuccess: true,
        durationMs: 0,
        nextAttemptAt: null,
        event: event('01'),
      },
    ])
  })

  it.each(['localhost:3000', 'file:///etc/passwd', 'http://ada:secret@localhost:3000'])(
    'refuses to send events to %s',
    async (url) => {
      const { state } = await listen([], '--forward-to', url)
      expect(state.ended).toHaveBeenCalledWith(
        expect.objectContaining({
          message: expect.stringContaining('Enter a URL that starts with http:// or https://'),
        }),
      )
    },
  )

  it('ends with 0 after Ctrl-C', async () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    await listen([])
    const [, end] = vi.mocked(process.once).mock.calls.find(([signal]) => String(signal) === 'SIGINT') ?? []
    end?.()
    expect(exit).toHaveBeenCalledWith(0)
  })
})
