import type { ActivityAct } from '@portal/contract/activity/activity'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { ClaimProblem } from '@portal/contract/trust-rules/trust-rules'
import type { DemoPersonName } from './demo-people.ts'

/** Returns an id that ends with three letters of the name, to make it recognizable in a URL. */
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
  /** The expiry notice that was already sent: 30, 7 or 1 days before. */
  noticedDays?: number
  /** The name of the service account that the token acts for. */
  serviceAccount?: string
  /** A rotation whose overlap has not ended. `lastUsed` is the last use of the old secret. */
  rotated?: { at: Date; retiresAt: Date; lastUsed: { at: Date; ipAddress: string } }
  pausedUntil?: Date
}

/** An attempt to exchange an identity token. The claims have names and values of the CI system. */
export interface DemoExchange {
  at: Date
  ipAddress: string
  claims: Record<string, string>
  /** The claims that differ from the rule, which refuse the attempt. */
  problems?: ClaimProblem[]
}

export interface DemoTrustRule {
  name: string
  issuer: string
  claims: Record<string, string>
  by: DemoPersonName
  createdAt: Date
  lastUsedAt?: Date
  exchanges?: DemoExchange[]
}

export interface DemoServiceAccount {
  name: string
  description: string
  by: DemoPersonName
  createdAt: Date
  trustRules?: DemoTrustRule[]
}

/** Activity in addition to that of the members, invitations and tokens. */
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
  serviceAccounts?: DemoServiceAccount[]
  tokens?: DemoToken[]
  events?: DemoEvent[]
}
