/** Compares the product with the model after each step. Returns each difference as a sentence. */
import { activity } from '@portal/contract/activity/activity'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { Reply } from '../build-test-app.ts'
import {
  accountRefusal,
  activityLine,
  emailOf,
  everyone,
  nameOf,
  type Outcome,
  openOfferOf,
  ownerOf,
  ownerOnly,
  personOf,
  roleOf,
  tokenStatus,
  type Workspace,
  type World,
  workspaceName,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'
import type { Product } from './product.ts'
import { listOwners } from './product-facts.ts'

interface Check {
  world: World
  product: Product
  /** The process that receives the request. */
  process: number
}

interface Expectation {
  /** Begins a sentence: "Ben can list the members of workspace 1". */
  who: string
  what: string
  refusal: Outcome | undefined
}

const isSame = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((line, at) => line === right[at])

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function differences(shown: readonly string[], expected: readonly string[]): string {
  const missing = without(expected, shown)
  const extra = without(shown, expected)
  const parts = [
    missing.length > 0 ? `${missing.join(', ')} is missing` : '',
    extra.length > 0 ? `${extra.join(', ')} is unexpected` : '',
  ].filter((part) => part !== '')
  return parts.join('; ') || `the order is wrong: ${shown.join(', ')}`
}

/** Compares a reply with what the model allows, and with the rows that it expects. */
function compare(
  { who, what, refusal }: Expectation,
  reply: Pick<Reply<typeof workspaces.list>, 'status' | 'errorType'>,
  rows: () => { shown: string[]; expected: string[] },
): string[] {
  const isAccepted = reply.status < 300
  if (refusal) {
    if (isAccepted) return [`${who} can ${what}, although the rules forbid it`]
    const isExpected = reply.status === refusal.status && reply.errorType === refusal.type
    if (isExpected) return []
    return [
      `${who} may not ${what}, and gets ${reply.status} ${reply.errorType} instead of ${refusal.status} ${refusal.type}`,
    ]
  }
  if (!isAccepted) return [`${who} cannot ${what} (${reply.status} ${reply.errorType})`]
  const { shown, expected } = rows()
  return isSame(shown, expected) ? [] : [`${who} may ${what}, but ${differences(shown, expected)}`]
}

const at = (index: number) => workspaceName(index).toLowerCase()

const byAddress = (left: number, right: number) => (emailOf(left) < emailOf(right) ? -1 : 1)

/** The rows of the members page: the owner, then the others by address. Tokens see active members only. */
function memberRows(world: World, workspace: Workspace, isToken: boolean): string[] {
  const people = world.people.map((_, person) => person).sort(byAddress)
  const active = people.flatMap((person) => {
    const role = workspace.roles[person]
    return role ? [{ person, line: `${emailOf(person)} ${role} active` }] : []
  })
  const invited = people.flatMap((person) => {
    const invitation = workspace.invitations[person]
    if (isToken || !invitation?.isOpen) return []
    const state = invitation.expiresAt <= world.now ? 'expired' : 'invited'
    return [{ person, line: `${emailOf(person)} ${invitation.role} ${state}` }]
  })
  const owner = ownerOf(workspace)
  return [...active, ...invited]
    .sort((left, right) =>
      left.person === owner ? -1 : right.person === owner ? 1 : byAddress(left.person, right.person),
    )
    .map(({ line }) => line)
}

const shownMembers = (reply: Reply<typeof members.list>) =>
  reply.body.map(
    ({ email, role, status, invitation }) => `${email} ${role} ${invitation?.isExpired ? 'expired' : status}`,
  )

async function checkMembers({ world, product, process }: Check, index: number, person: number) {
  const params = await product.workspaceParams({ workspace: index })
  const reply = await product.send(process, members.list, { params }, product.asPerson(person))
  const refusal = workspaceRefusal(world, { by: person, workspace: index }, everyone, 'allowed')
  const expectation = { who: nameOf(person), what: `list the members of ${at(index)}`, refusal }
  const expected = memberRows(world, workspaceOf(world, index), false)
  return compare(expectation, reply, () => ({ shown: shownMembers(reply), expected }))
}

async function checkTokenList({ world, product, process }: Check, index: number, person: number) {
  const params = await product.workspaceParams({ workspace: index })
  const reply = await product.send(process, tokens.list, { params }, product.asPerson(person))
  const refusal = workspaceRefusal(world, { by: person, workspace: index }, everyone, 'allowed')
  const expected = workspaceOf(world, index)
    .tokens.filter(({ kind }) => kind === 'api')
    .map((token) => `${token.name} of ${emailOf(token.person)}${token.isRevoked ? ', revoked' : ''}`)
  return compare({ who: nameOf(person), what: `list the tokens of ${at(index)}`, refusal }, reply, () => ({
    shown: reply.body.authTokens
      .map(({ name, createdBy, revokedAt }) => `${name} of ${createdBy.email}${revokedAt ? ', revoked' : ''}`)
      .sort(),
    expected: expected.sort(),
  }))
}

async function checkActivity({ world, product, process }: Check, index: number, person: number) {
  const params = await product.workspaceParams({ workspace: index })
  const reply = await product.send(process, activity.list, { params }, product.asPerson(person))
  const refusal = workspaceRefusal(world, { by: person, workspace: index }, ownerOnly, 'allowed')
  return compare({ who: nameOf(person), what: `read the activity of ${at(index)}`, refusal }, reply, () => ({
    shown: reply.body.map(({ act, actor, subject }) => activityLine(act, actor.email, subject)).sort(),
    expected: [...workspaceOf(world, index).activity].sort(),
  }))
}

async function checkWorkspaces({ world, product, process }: Check, person: number) {
  const reply = await product.send(process, workspaces.list, {}, product.asPerson(person))
  const expected = world.workspaces.flatMap((workspace, index) => {
    const role = roleOf(world, index, person)
    return role ? [`${workspaceName(index)} as ${role} of ${Object.keys(workspace.roles).length}`] : []
  })
  const refusal = accountRefusal(world, person)
  return compare({ who: nameOf(person), what: 'list workspaces', refusal }, reply, () => ({
    shown: reply.body
      .map(({ displayName, role, memberCount }) => `${displayName} as ${role} of ${memberCount}`)
      .sort(),
    expected: expected.sort(),
  }))
}

async function checkInvitations({ world, product, process }: Check, person: number) {
  const reply = await product.send(process, invitations.mine, {}, product.asPerson(person))
  const expected = world.workspaces.flatMap(({ invitations: sent, deletedAt }, index) => {
    const invitation = sent[person]
    const isShown = invitation?.isOpen && invitation.expiresAt > world.now && deletedAt === undefined
    return isShown ? [`${workspaceName(index)} as ${invitation.role}`] : []
  })
  const refusal = accountRefusal(world, person)
  return compare({ who: nameOf(person), what: 'list their invitations', refusal }, reply, () => ({
    shown: reply.body.map(({ workspaceName: name, role }) => `${name} as ${role}`).sort(),
    expected: expected.sort(),
  }))
}

async function checkOffers({ world, product, process }: Check, person: number) {
  const reply = await product.send(process, ownership.mine, {}, product.asPerson(person))
  const expected = world.workspaces.flatMap((workspace, index) => {
    const offer = openOfferOf(world, workspace)
    const owner = ownerOf(workspace)
    if (!offer || workspace.deletedAt !== undefined) return []
    if (offer.to !== person && owner !== person) return []
    return [`${workspaceName(index)} to ${nameOf(offer.to)}`]
  })
  const refusal = accountRefusal(world, person)
  return compare({ who: nameOf(person), what: 'list ownership offers', refusal }, reply, () => ({
    shown: reply.body.map(({ workspaceName: name, to }) => `${name} to ${to.firstName}`).sort(),
    expected: expected.sort(),
  }))
}

/** Checks that a token is accepted or refused as the model says, by the call and by introspection. */
async function checkTokens({ world, product, process }: Check, index: number): Promise<string[]> {
  const problems: string[] = []
  const workspace = workspaceOf(world, index)
  const params = await product.workspaceParams({ workspace: index })
  for (const token of workspace.tokens) {
    const bearer = product.tokens.get(token.name)
    // The request that created it was killed, so the secret was never returned.
    if (bearer === undefined) continue
    const expected = tokenStatus(world, workspace, token)
    const reply = await product.send(process, members.list, { params }, { bearer })
    const introspected = await product.send(process, handoff.introspect, { body: { token: bearer } }, {})
    const who = `${token.name[0]?.toUpperCase()}${token.name.slice(1)} of ${nameOf(token.person)}`
    if (expected !== 200 && reply.status === 200) problems.push(`${who} still works in ${at(index)}`)
    else if (expected !== reply.status)
      problems.push(`${who} gets ${reply.status} in ${at(index)} instead of ${expected}`)
    else if (expected === 200 && !isSame(shownMembers(reply), memberRows(world, workspace, true)))
      problems.push(`${who} does not see exactly the active members of ${at(index)}`)
    if (introspected.body.active !== (expected === 200))
      problems.push(
        `${who} counts as ${introspected.body.active ? 'active' : 'inactive'} at the introspection`,
      )
  }
  return problems
}

/** Checks the sessions that have ended: the newest of each person, or with `all` every one. */
async function checkFormerSessions({ world, product, process }: Check, all: boolean): Promise<string[]> {
  const problems: string[] = []
  for (const [person] of world.people.entries()) {
    const { formerSessions } = personOf(world, person)
    for (const session of all ? formerSessions : formerSessions.slice(-1)) {
      const as = { session: product.sessions.get(session) ?? '' }
      const { status } = await product.send(process, workspaces.list, {}, as)
      if (status !== 401) problems.push(`A former session of ${nameOf(person)} still gets ${status}`)
    }
  }
  return problems
}

async function checkOwners({ world, product }: Check): Promise<string[]> {
  const shown = await listOwners(product.test.database.orm)
  const expected = world.workspaces.map(
    (workspace, index) => `${workspaceName(index)}: ${emailOf(ownerOf(workspace) ?? -1)}`,
  )
  return isSame(shown, expected.sort()) ? [] : [`The owners are wrong: ${differences(shown, expected)}`]
}

/** Run after each step. Checks everything about the workspaces that the step changed, and what each user sees of the others. */
export async function findProblems(check: Check, touched: readonly number[]): Promise<string[]> {
  const { world, product } = check
  product.current = world.people.map(({ session }) => session)
  const problems = await checkOwners(check)
  for (const [person] of world.people.entries()) problems.push(...(await checkWorkspaces(check, person)))
  problems.push(...(await checkFormerSessions(check, false)))
  for (const index of touched) {
    if (!world.workspaces[index]) continue
    for (const [person] of world.people.entries())
      problems.push(...(await checkMembers(check, index, person)))
    problems.push(...(await checkActivity(check, index, ownerOf(workspaceOf(world, index)) ?? 0)))
    problems.push(...(await checkTokens(check, index)))
  }
  return problems
}

/** Run at the end of a scenario. Checks everything for every user on each process. */
export async function findAllProblems(world: World, product: Product): Promise<string[]> {
  const problems: string[] = []
  for (const process of [0, 1]) {
    const check = { world, product, process }
    problems.push(...(await findProblems(check, [...world.workspaces.keys()])))
    problems.push(...(await checkFormerSessions(check, true)))
    for (const [person] of world.people.entries()) {
      problems.push(...(await checkInvitations(check, person)), ...(await checkOffers(check, person)))
      for (const index of world.workspaces.keys())
        problems.push(
          ...(await checkTokenList(check, index, person)),
          ...(await checkActivity(check, index, person)),
        )
    }
  }
  return problems
}
