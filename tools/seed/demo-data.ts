/** Reads the demo data from demo.yaml. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActivityAct } from '@portal/contract/activity/activity'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { StaffAct } from '@portal/contract/staff/records/records'
import type { ClaimProblem } from '@portal/contract/trust-rules/trust-rules'
import { parse } from 'yaml'

/** A reason why seeding can't continue, as a message for the operator. */
export class SeedProblem extends Error {}

type OtherRole = Exclude<WorkspaceRole, 'OWNER'>
type Pause = { at: Date; reason: string }
/** The time and the IP address of the last use. */
type Use = [Date, string]

export type DemoPersonName =
  | 'staff'
  | 'owner'
  | 'collaborator'
  | 'mara'
  | 'tomas'
  | 'priya'
  | 'jonah'
  | 'hana'
  | 'diego'
  | 'quarantined'
  | 'suspended'

export interface DemoPerson {
  /** In the file, the last letter of the id. */
  id: string
  email: string
  firstName: string
  lastName: string
  github?: string
  discord?: string
  /** The prefix of the subject. Password accounts have none. */
  provider?: 'github' | 'google-oauth2'
  ip: string
  signedUp: Date
  lastSignIn: Date
  quarantined?: Pause
  suspended?: Pause
}

/** The demo users with their ids in this database. */
export type SeededPeople = Readonly<Record<DemoPersonName, DemoPerson>>

export interface DemoToken {
  name: string
  by: DemoPersonName
  /** The name of the service account that the token acts for. */
  serviceAccount?: string
  created: Date
  expires: Date
  used?: Use
  /** By the owner of the workspace. */
  revoked?: Date
  pausedUntil?: Date
  /** The expiry notice that was already sent: 30, 7 or 1 days before. */
  noticedDays?: number
  /** A rotation whose overlap has not ended, with the last use of the old secret. */
  rotated?: { at: Date; retires: Date; used: Use }
}

export interface DemoServiceAccount {
  name: string
  description: string
  by: DemoPersonName
  created: Date
  rule: {
    name: string
    issuer: string
    claims: Record<string, string>
    created: Date
    lastUsed: Date
    /** Attempts to exchange an identity token. `problems` are the claims that differ from the rule. */
    exchanges: { at: Date; ip: string; claims: Record<string, string>; problems?: ClaimProblem[] }[]
  }
}

/** Activity in addition to that of the members, invitations and tokens. */
export interface DemoEvent {
  act: ActivityAct
  by: DemoPersonName | null
  at: Date
  subject?: string
}

export interface DemoMember {
  person: DemoPersonName
  role: OtherRole
  invitedBy?: DemoPersonName
  invited: Date
  joined: Date
  lastOpened: Date
  isFavourite?: boolean
}

export interface DemoWorkspace {
  /** In the file, the last three letters of the id. */
  id: string
  name: string
  description?: string
  instance: string
  isApprovalsEnabled?: boolean
  owner: DemoPersonName
  /** The owner's default workspace. */
  isDefault?: boolean
  isFavourite?: boolean
  isHidden?: boolean
  created: Date
  lastOpened: Date
  quarantined?: Pause
  members?: DemoMember[]
  invitations?: { email: string; role: OtherRole; by: DemoPersonName; sent: Date }[]
  serviceAccounts?: DemoServiceAccount[]
  tokens?: DemoToken[]
  events?: DemoEvent[]
}

export interface DemoStaffRecord {
  act: StaffAct
  at: Date
  about?: DemoPersonName
  workspaceId?: string
  before?: object
  after?: object
  reason?: string
}

export interface DemoData {
  people: Record<DemoPersonName, DemoPerson>
  workspaces: DemoWorkspace[]
  staffRecords: DemoStaffRecord[]
}

const dayMs = 86_400_000

/** Returns that time (UTC, `09:30` by default) some days before `now`. */
export function daysBefore(now: Date, days: number, time = '09:30'): Date {
  const day = new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
  return new Date(`${day}T${time}:00.000Z`)
}

/** Replaces the relative times of the file. */
function readTime(now: Date, value: unknown): unknown {
  const [, start, count, unit, time] =
    /^(day |\+)?(\d+)([dm])(?: (\d\d:\d\d))?$/.exec(typeof value === 'string' ? value : '') ?? []
  if (unit === undefined) return value
  if (start === '+') return new Date(now.getTime() + Number(count) * dayMs)
  if (unit === 'm') return new Date(now.getTime() - Number(count) * 60_000)
  const at = daysBefore(now, Number(count), time)
  return start ? at.toISOString().slice(0, 10) : at
}

/** Returns an id that ends with three letters of the name, to make it recognizable in a URL. */
export const demoWorkspaceId = (letters: string) => `01J00000000000000000000${letters}`

export function readDemo(now: Date): DemoData {
  const text = readFileSync(join(import.meta.dirname, 'demo.yaml'), 'utf8')
  const data: DemoData = parse(text, (_key, value) => readTime(now, value), { merge: true })
  for (const person of Object.values(data.people)) person.id = `01J0000000000000000000000${person.id}`
  for (const workspace of data.workspaces) workspace.id = demoWorkspaceId(workspace.id)
  return data
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a deterministic 26-character id that sorts by time. */
export function demoId(at: Date, ...salt: (string | null | undefined)[]): string {
  const time = Array.from(
    { length: 10 },
    (_, index) => alphabet[Math.floor(at.getTime() / 32 ** (9 - index)) % 32],
  )
  // Uppercase hexadecimal digits are part of the alphabet.
  const digest = createHash('sha256').update(JSON.stringify(salt)).digest('hex').toUpperCase()
  return time.join('') + digest.slice(0, 16)
}
