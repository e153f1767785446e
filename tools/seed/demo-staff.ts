import type { StaffAct } from '@portal/contract/staff/records/records'
import type { Orm } from '../../apps/api/src/db/database.ts'
import { staffRecords } from '../../apps/api/src/features/staff/records/staff-record-table.ts'
import type { DemoClock } from './demo-clock.ts'
import { demoId } from './demo-id.ts'
import type { DemoPersonName, SeededPeople } from './demo-people.ts'
import type { DemoWorkspace } from './demo-workspace.ts'

interface StaffEvent {
  act: StaffAct
  at: Date
  about?: DemoPersonName
  workspaceId?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

const noPause = (sinceName: string) => ({ [sinceName]: null, until: null, reason: null })

/** The visits of staff, and a short pause that was a mistake. */
function pastEvents(clock: DemoClock, people: SeededPeople): StaffEvent[] {
  const drill = 'Sign-ins from two continents within a minute. Ticket 4702.'
  const drillBegan = clock.daysAgo(48, '16:02')
  return [
    {
      act: 'looked-up.people-of-address',
      about: 'owner',
      at: clock.daysAgo(62, '09:14'),
      after: { email: people.owner.email },
    },
    {
      act: 'person.quarantined',
      about: 'jonah',
      at: drillBegan,
      before: noPause('quarantinedAt'),
      after: { quarantinedAt: drillBegan, until: null, reason: drill },
      reason: drill,
    },
    {
      act: 'person.unquarantined',
      about: 'jonah',
      at: clock.daysAgo(48, '17:31'),
      before: { quarantinedAt: drillBegan, until: null, reason: drill },
      after: noPause('quarantinedAt'),
      reason: 'It was the office VPN. Confirmed by phone.',
    },
    {
      act: 'looked-up.signup-report',
      at: clock.daysAgo(8, '08:30'),
      after: { startDate: dayOf(clock.daysAgo(15)), endDate: dayOf(clock.daysAgo(9)), as: 'json' },
    },
    { act: 'looked-up.person', about: 'quarantined', at: clock.daysAgo(6, '08:31') },
    { act: 'looked-up.person', about: 'suspended', at: clock.daysAgo(8, '15:16') },
    {
      act: 'looked-up.signup-report',
      at: clock.daysAgo(1, '08:25'),
      after: { startDate: dayOf(clock.daysAgo(8)), endDate: dayOf(clock.daysAgo(2)), as: 'csv' },
    },
  ]
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function pauseEvents(people: SeededPeople, workspaces: readonly DemoWorkspace[]): StaffEvent[] {
  const ofPeople = Object.entries(people).flatMap(([name, { pause }]): StaffEvent[] => {
    if (!pause) return []
    const { at, reason, kind } = pause
    const sinceName = kind === 'quarantine' ? 'quarantinedAt' : 'suspendedAt'
    return [
      {
        act: kind === 'quarantine' ? 'person.quarantined' : 'person.suspended',
        about: name as DemoPersonName,
        at,
        before: noPause(sinceName),
        after: { [sinceName]: at, until: null, reason },
        reason,
      },
    ]
  })
  const ofWorkspaces = workspaces.flatMap(({ id, owner, quarantine }): StaffEvent[] => {
    if (!quarantine) return []
    const { at, reason } = quarantine
    const lookedAt = new Date(at.getTime() - 4 * 60_000)
    return [
      { act: 'looked-up.workspace', about: owner, workspaceId: id, at: lookedAt },
      {
        act: 'workspace.quarantined',
        about: owner,
        workspaceId: id,
        at,
        before: noPause('quarantinedAt'),
        after: { quarantinedAt: at, until: null, reason },
        reason,
      },
    ]
  })
  return [...ofPeople, ...ofWorkspaces]
}

/** Records the visits and actions of the demo staff. */
export async function insertStaffRecords(
  tx: Orm,
  people: SeededPeople,
  workspaces: readonly DemoWorkspace[],
  clock: DemoClock,
): Promise<void> {
  const events = [...pastEvents(clock, people), ...pauseEvents(people, workspaces)]
  const rows = events.map(({ act, at, about, workspaceId, before, after, reason }) => ({
    id: demoId(at, 'staff', act, about, workspaceId),
    staffUserId: people.staff.id,
    act,
    aboutUserId: about && people[about].id,
    aboutWorkspaceId: workspaceId,
    before,
    after,
    reason,
    ipAddress: people.staff.ipAddress,
    at,
  }))
  await tx.insert(staffRecords).values(rows)
}
