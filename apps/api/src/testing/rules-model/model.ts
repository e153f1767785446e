/**
 * The model of users, workspaces and credentials, as the handbook (`docs/product`) describes them. It imports none of
 * the product's rules, so a mistake in a rule shows as a difference.
 */
import { dayMs } from '@portal/contract/durations'

export type Role = 'OWNER' | 'APPROVER' | 'EDITOR'

export const everyone: readonly Role[] = ['OWNER', 'APPROVER', 'EDITOR']
export const managers: readonly Role[] = ['OWNER', 'APPROVER']
export const ownerOnly: readonly Role[] = ['OWNER']

export const invitationMs = 14 * dayMs
export const offerMs = 14 * dayMs
export const restorableMs = 30 * dayMs
const repeatedMailMs = 600_000
export const idleSessionMs = 7 * dayMs
export const longestSessionMs = 30 * dayMs
export const instanceTokenMs = 7 * dayMs

export const names = ['Ada', 'Ben', 'Cleo', 'Dan'] as const
export const emailOf = (person: number) => `${nameOf(person).toLowerCase()}@example.com`
export const nameOf = (person: number) => names[person] ?? 'nobody'
export const workspaceName = (index: number) => `Workspace ${index + 1}`
export const mostWorkspaces = 3

export interface Person {
  /** The newest session, live or not. */
  session: string
  sessionExpiresAt: number
  isSessionEnded: boolean
  formerSessions: string[]
  isQuarantined: boolean
  isSuspended: boolean
}

export interface Invitation {
  role: Role
  /** The person who sent it last. */
  by: number
  sentAt: number
  expiresAt: number
  /** Neither accepted, declined nor withdrawn. */
  isOpen: boolean
  isWithdrawn?: boolean
}

export interface Token {
  name: string
  kind: 'api' | 'instance'
  person: number
  /** The session from which an instance was opened. */
  session: string
  expiresAt: number
  isRevoked: boolean
}

export interface Workspace {
  roles: Record<number, Role>
  /** The newest invitation of each person. */
  invitations: Record<number, Invitation>
  offer: { to: number; sentAt: number; expiresAt: number } | undefined
  tokens: Token[]
  hasApprovals: boolean
  isQuarantined: boolean
  deletedAt: number | undefined
  /** The exact contents of the activity log, as `action by user: subject`. */
  activity: string[]
}

export interface World {
  now: number
  people: Person[]
  workspaces: Workspace[]
  tokenCount: number
}

export interface Outcome {
  status: number
  type?: string | undefined
}

export const accepted = (status: number): Outcome => ({ status })
export const refused = (status: number, type: string): Outcome => ({ status, type })
export const notFound = refused(404, 'NotFound')

export function personOf(world: World, person: number): Person {
  const found = world.people[person]
  if (!found) throw new Error(`The model has no person ${person}`)
  return found
}

export function workspaceOf(world: World, index: number): Workspace {
  const found = world.workspaces[index]
  if (!found) throw new Error(`The model has no workspace ${index}`)
  return found
}

/** The role of a person in a workspace that exists. */
export function roleOf(world: World, index: number, person: number): Role | undefined {
  const workspace = workspaceOf(world, index)
  return workspace.deletedAt === undefined ? workspace.roles[person] : undefined
}

export function ownerOf(workspace: Workspace): number | undefined {
  const found = Object.entries(workspace.roles).find(([, role]) => role === 'OWNER')
  return found && Number(found[0])
}

export function isSessionLive(world: World, person: Person): boolean {
  return !person.isSessionEnded && world.now <= person.sessionExpiresAt
}

/** Returns why a user may not make any call, or undefined. */
export function accountRefusal(world: World, index: number): Outcome | undefined {
  const person = personOf(world, index)
  if (!isSessionLive(world, person)) return refused(401, 'SessionEnded')
  if (person.isQuarantined) return refused(403, 'AccountQuarantined')
  if (person.isSuspended) return refused(403, 'AccountSuspended')
  return undefined
}

/** Why a person may not do something in a workspace, in the order of checks that the handbook lists. */
export function workspaceRefusal(
  world: World,
  { by, workspace }: { by: number; workspace: number },
  roles: readonly Role[],
  whenQuarantined: 'allowed' | 'refused' = 'refused',
): Outcome | undefined {
  const role = roleOf(world, workspace, by)
  const account = accountRefusal(world, by)
  if (account) return account
  if (!role) return notFound
  if (!roles.includes(role)) return refused(403, 'NotAllowed')
  if (workspaceOf(world, workspace).isQuarantined && whenQuarantined === 'refused')
    return refused(403, 'WorkspaceQuarantined')
  return undefined
}

/** What a token gets when it lists the members: 200, 401 when it has ended, 403 while it is paused. */
export function tokenStatus(world: World, workspace: Workspace, token: Token): 200 | 401 | 403 {
  const person = personOf(world, token.person)
  if (token.isRevoked || world.now >= token.expiresAt) return 401
  if (person.isQuarantined || person.isSuspended || workspace.isQuarantined) return 403
  return 200
}

export function record(workspace: Workspace, act: string, by: number | 'staff', about: string | null): void {
  workspace.activity.push(activityLine(act, by === 'staff' ? null : emailOf(by), about))
}

export const activityLine = (act: string, by: string | null, about: string | null) =>
  `${act} by ${by ?? 'nobody'}: ${about ?? '-'}`

/** Revokes the tokens that haven't expired. */
export function revokeActive(tokens: readonly Token[], now: number): void {
  for (const token of tokens) if (now < token.expiresAt) token.isRevoked = true
}

/** Ends the membership and everything that depends on it. Returns whether that withdrew an ownership offer. */
export function endMembership({ now }: World, workspace: Workspace, person: number): boolean {
  delete workspace.roles[person]
  revokeActive(
    workspace.tokens.filter((token) => token.person === person),
    now,
  )
  const hadOffer = workspace.offer?.to === person
  if (hadOffer) workspace.offer = undefined
  return hadOffer
}

/** The offer that can be answered. A paused owner's workspaces don't move to another account. */
export function openOfferOf(world: World, workspace: Workspace): Workspace['offer'] {
  const { offer } = workspace
  const owner = ownerOf(workspace)
  if (!offer || offer.expiresAt <= world.now || owner === undefined) return undefined
  const { isQuarantined, isSuspended } = personOf(world, owner)
  return isQuarantined || isSuspended ? undefined : offer
}

/** Withdraws the open invitations of a person who may no longer invite. */
export function withdrawSent(workspace: Workspace, person: number, recordedBy: number | 'staff'): void {
  for (const [invitee, invitation] of Object.entries(workspace.invitations)) {
    if (invitation.by !== person || !invitation.isOpen) continue
    Object.assign(invitation, { isOpen: false, isWithdrawn: true })
    record(workspace, 'member.invitation-withdrawn', recordedBy, emailOf(Number(invitee)))
  }
}

/** Whether the same mail was sent so recently that repeating the action has no effect. */
export const isJustMailed = ({ sentAt }: { sentAt: number }, { now }: World): boolean =>
  now - sentAt < repeatedMailMs
