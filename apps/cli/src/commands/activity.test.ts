import { ConnectionError } from '@portal/client/errors'
import type { Activity } from '@portal/contract/activity/activity'
import { activity } from '@portal/contract/activity/activity'
import { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Cli } from '../lib/cli.ts'
import { addActivityCommand } from './activity.ts'

afterEach(() => void vi.useRealTimers())

const event = (id: string) => ({
  id,
  at: '2026-11-28T12:00:00.000Z',
  act: `event ${id}`,
  actor: { serviceAccount: { name: 'deploy' }, tokenName: null },
  subject: null,
  ipAddress: null,
})

function fakeCli(events: object[], isAway: () => boolean) {
  const printed: string[] = []
  const notes: string[] = []
  const cli = {
    output: {
      isJson: false,
      line: (text: string) => printed.push(text),
      note: (text: string) => notes.push(text),
    },
    async *pages(call: object) {
      if (call !== activity.list) yield [{ id: 'w1', displayName: 'Production' }]
      else if (isAway())
        throw new ConnectionError('https://api.example.com', activity.list, new Error('refused'))
      else yield [...events] as unknown as Activity[]
    },
  }
  return { cli: cli as unknown as Cli, printed, notes }
}

describe('portal activity --follow', () => {
  it('continues after an outage of ten minutes and prints the events of the outage once', async () => {
    vi.useFakeTimers()
    const events = [event('01')]
    let isAway = false
    const { cli, printed, notes } = fakeCli(events, () => isAway)
    const program = new Command()
    addActivityCommand(program, cli)
    const ended = vi.fn()
    program.parseAsync(['activity', 'Production', '--follow'], { from: 'user' }).then(ended, ended)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(printed).toHaveLength(1)
    isAway = true
    await vi.advanceTimersByTimeAsync(600_000)
    events.unshift(event('02'))
    expect(notes).toHaveLength(1)
    isAway = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ended).not.toHaveBeenCalled()
    expect(printed.map((line) => line.match(/event \d+/)?.[0])).toEqual(['event 01', 'event 02'])
  })

  it('shows role names in place of role codes', async () => {
    vi.useFakeTimers()
    const change = { ...event('01'), act: 'member.role-changed', subject: 'EDITOR → APPROVER' }
    const { cli, printed } = fakeCli([change], () => false)
    const program = new Command()
    addActivityCommand(program, cli)
    program.parseAsync(['activity', 'Production', '--follow'], { from: 'user' })
    await vi.advanceTimersByTimeAsync(100)
    expect(printed).toEqual([expect.stringContaining('Collaborator → Approver')])
  })
})
