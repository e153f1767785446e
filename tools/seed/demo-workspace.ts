import type { ActivityAct } from '@portal/contract/activity'
import type { WorkspaceRole } from '@portal/contract/permissions'
import type { DemoPersonName } from './demo-people.ts'

/** An identifier that ends in three letters of the name, so that it is known again in an address. */
export const demoWorkspaceId = (letters: string) => `01J00000000000000000000${letters}`

export interface DemoMember {
  person: DemoPersonName
  role: Exclude<WorkspaceRole, 'OWNER'>
  invitedBy?: DemoPersonName
  invitedAt: Date
  joinedAt: Date
  lastOpenedAt?: Date
  isFavourite?: boolean
}

export interface DemoInvitation {
  email: string
  role: Exclude<WorkspaceRole, 'OWNER'>
  invitedBy: DemoPersonName
  sentAt: Date
}

export interface DemoToken {
  name: string
  by: DemoPersonName
  createdAt: Date
  expiresAt: Date
  lastUsed?: { at: Date; ipAddress: string }
  revoked?: { at: Date; by: DemoPersonName }
  /** The expiry notice that has been sent already: 30, 7 or 1 days ahead. */
  noticedDays?: number
}

/** What happened beyond what follows from the members, invitations and tokens. */
export interface DemoEvent {
  act: ActivityAct
  by: DemoPersonName | null
  at: Date
  subject?: string
}

export interface DemoWorkspace {
  id: string
  displayName: string
  description?: string
  instanceUrl: string
  instanceEnvType: 'SI' | 'PRIVATE' | 'LOCAL'
  isApprovalsEnabled?: boolean
  owner: DemoPersonName
  /** The owner's default workspace. */
  isDefault?: boolean
  isFavourite?: boolean
  isHidden?: boolean
  createdAt: Date
  lastOpenedAt?: Date
  quarantine?: { at: Date; reason: string }
  members?: DemoMember[]
  invitations?: DemoInvitation[]
  tokens?: DemoToken[]
  events?: DemoEvent[]
}
