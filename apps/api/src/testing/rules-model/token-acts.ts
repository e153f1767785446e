/** Creates, uses and revokes API tokens, and opens workspaces, which issues instance tokens. */
import { hourMs } from '@portal/contract/durations'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Act, type ActRule, by, hasWorkspace, there } from './act.ts'
import {
  accepted,
  everyone,
  instanceTokenMs,
  notFound,
  personOf,
  record,
  refused,
  type Token,
  type Workspace,
  type World,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'

const lifetimes = [
  { text: '48h', ms: 48 * hourMs },
  { text: '10d', ms: 240 * hourMs },
  { text: '1y', ms: 8_766 * hourMs },
] as const
const lifetimeOf = (act: Act) => lifetimes[act.choice % 3] ?? lifetimes[0]

const createToken: ActRule = {
  weight: 10,
  creates: 'token',
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, everyone)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    const expiresAt = world.now + lifetimeOf(act).ms
    const facts = { kind: 'api', person: act.by, session: '', isRevoked: false } as const
    workspace.tokens.push({ name: act.label, expiresAt, ...facts })
    record(workspace, 'token.created', act.by, act.label)
    return accepted(200)
  },
  send: (product, act) => product.createToken(act, lifetimeOf(act).text),
  describe: (act) => `${by(act)} creates ${act.label} in ${there(act)}, for ${lifetimeOf(act).text}`,
}

const openWorkspace: ActRule = {
  weight: 5,
  creates: 'token',
  isPossible: hasWorkspace,
  apply(world, act) {
    if (workspaceRefusal(world, act, everyone)) return refused(403, 'Refused')
    const { session } = personOf(world, act.by)
    const expiresAt = world.now + instanceTokenMs
    const facts = { kind: 'instance', person: act.by, isRevoked: false } as const
    workspaceOf(world, act.workspace).tokens.push({ name: act.label, session, expiresAt, ...facts })
    return accepted(200)
  },
  send: (product, act) => product.openWorkspace(act),
  describe: (act) => `${by(act)} opens ${there(act)}, whose instance gets ${act.label}`,
}

const apiTokens = (workspace: Workspace | undefined) =>
  (workspace?.tokens ?? []).filter(({ kind }) => kind === 'api')

/** The API token that an action uses. Undefined if the workspace has none. */
export function tokenOf(world: World, act: Act): Token | undefined {
  const all = apiTokens(world.workspaces[act.workspace])
  return all[act.choice % Math.max(all.length, 1)]
}

function tokenRefusal(
  world: World,
  act: Act,
  token: Token | undefined,
  whenQuarantined: 'allowed' | 'refused',
) {
  const refusal = workspaceRefusal(world, act, everyone, whenQuarantined)
  if (refusal) return refusal
  if (!token) return notFound
  const isOwner = workspaceOf(world, act.workspace).roles[act.by] === 'OWNER'
  return isOwner || token.person === act.by ? undefined : refused(403, 'NotAllowed')
}

const revokeToken: ActRule = {
  weight: 4,
  isPossible: (world, act) => tokenOf(world, act) !== undefined,
  apply(world, act) {
    const token = apiTokens(workspaceOf(world, act.workspace)).find(({ name }) => name === act.label)
    const refusal = tokenRefusal(world, act, token, 'allowed')
    if (refusal || !token) return refusal ?? notFound
    if (!token.isRevoked) record(workspaceOf(world, act.workspace), 'token.revoked', act.by, token.name)
    token.isRevoked = true
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, tokens.revoke, {
      params: { ...(await product.workspaceParams(act)), tokenId: await product.tokenId(act.label) },
    }),
  describe: (act) => `${by(act)} revokes ${act.label} of ${there(act)}`,
}

export const tokenActs = { createToken, openWorkspace, revokeToken }
