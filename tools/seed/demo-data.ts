/** Reads the demo data from demo.yaml. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActivityAct } from '@portal/contract/activity/activity'
import type { StaffAct } from '@portal/contract/staff/records/records'
import type { ClaimProblem } from '@portal/contract/trust-rules/trust-rules'
import { parse } from 'yaml'
import type { users } from '../../apps/api/src/features/account/user-table.ts'
import type { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import type { identities } from '../../apps/api/src/features/sessions/identity-table.ts'
import type { authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import type { tokenExchanges } from '../../apps/api/src/features/trust-rules/exchange-table.ts'
import type { trustRules } from '../../apps/api/src/features/trust-rules/trust-rule-table.ts'
import type { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'

/** A reason why seeding can't continue, as a message for the operator. */
export class SeedProblem extends Error {}

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

type Pause = { at: Date; reason: string }
type Row<Table extends { $inferInsert: object }, Column extends keyof Table['$inferInsert']> = Pick<
  Table['$inferInsert'],
  Column
>

export interface DemoPerson
  extends Row<typeof users, 'githubUsername' | 'discordUsername'>,
    Row<typeof identities, 'lastSignInAt'> {
  /** In the file, the last letter of the id. */
  id: string
  email: string
  firstName: string
  lastName: string
  signupAt: Date
  /** The prefix of the subject. Password accounts have none. */
  provider?: 'github' | 'google-oauth2'
  ipAddress: string
  quarantined?: Pause
  suspended?: Pause
}

/** The demo users with their ids in this database. */
export type SeededPeople = Readonly<Record<DemoPersonName, DemoPerson>>

type LastUse = Row<typeof authTokens, 'lastUsedAt' | 'lastUsedIp'>

export interface DemoToken
  extends LastUse,
    Row<typeof authTokens, 'name' | 'expiresAt' | 'pausedUntil' | 'noticedDays'> {
  by: DemoPersonName
  createdAt: Date
  /** The name of the service account that the token acts for. */
  serviceAccount?: string
  /** By the owner of the workspace. */
  revokedAt?: Date
  /** A rotation whose overlap has not ended, with the last use of the old secret. */
  rotated?: LastUse & { at: Date; retiresAt: Date }
}

export interface DemoServiceAccount {
  name: string
  description: string
  by: DemoPersonName
  createdAt: Date
  rule: Row<typeof trustRules, 'name' | 'issuer' | 'claims' | 'lastUsedAt'> & {
    createdAt: Date
    /** Attempts to exchange an identity token. `problems` are the claims that differ from the rule. */
    exchanges: (Row<typeof tokenExchanges, 'ipAddress' | 'claims'> & {
      at: Date
      problems?: ClaimProblem[]
    })[]
  }
}

/** Activity in addition to that of the members, invitations and tokens. */
export interface DemoEvent {
  act: ActivityAct
  by: DemoPersonName | null
  at: Date
  subject?: string
}

type Membership = Row<typeof workspaceMembers, 'lastOpenedAt' | 'isFavourite' | 'isHidden'>

export interface DemoWorkspace
  extends Membership,
    Row<typeof workspaces, 'displayName' | 'description' | 'isApprovalsEnabled'> {
  /** In the file, the last three letters of the id. */
  id: string
  instance: string
  owner: DemoPersonName
  /** The owner's default workspace. */
  isDefault?: boolean
  createdAt: Date
  quarantined?: Pause
  members?: (Membership & {
    person: DemoPersonName
    role: 'APPROVER' | 'EDITOR'
    invitedBy?: DemoPersonName
    invitedAt: Date
    joinedAt: Date
  })[]
  invitations?: { email: string; role: 'APPROVER' | 'EDITOR'; by: DemoPersonName; sentAt: Date }[]
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

export const dayMs = 86_400_000

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
