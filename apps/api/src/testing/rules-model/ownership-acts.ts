/** Offers the ownership of a workspace, and answers offers. */
import { ownership } from '@portal/contract/ownership/ownership'
import { type Act, type ActRule, by, hasWorkspace, there, whom } from './act.ts'
import {
  accepted,
  emailOf,
  everyone,
  isJustMailed,
  notFound,
  offerMs,
  openOfferOf,
  ownerOf,
  ownerOnly,
  record,
  refused,
  type World,
  workspaceOf,
  workspaceRefusal,
} from './model.ts'

const offer: ActRule = {
  weight: 5,
  isPossible: hasWorkspace,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, ownerOnly)
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    if (act.whom === act.by) return refused(409, 'Conflict')
    if (!workspace.roles[act.whom]) return notFound
    const before = workspace.offer
    if (before?.to === act.whom && isJustMailed(before, world)) return accepted(200)
    workspace.offer = { to: act.whom, sentAt: world.now, expiresAt: world.now + offerMs }
    record(workspace, 'ownership.offered', act.by, emailOf(act.whom))
    return accepted(200)
  },
  send: async (product, act) =>
    product.call(act, ownership.offer, {
      params: await product.workspaceParams(act),
      body: { userId: product.userId(act.whom) },
    }),
  describe: (act) => `${by(act)} offers ${whom(act)} the ownership of ${there(act)}`,
}

const hasOffer = (world: World, act: Act) => world.workspaces[act.workspace]?.offer !== undefined

/** An expired offer can still be withdrawn, because it exists until then. */
const withdrawOffer: ActRule = {
  weight: 1,
  isPossible: hasOffer,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, ownerOnly, 'allowed')
    if (refusal) return refusal
    const workspace = workspaceOf(world, act.workspace)
    if (!workspace.offer) return notFound
    record(workspace, 'ownership.offer-withdrawn', act.by, emailOf(workspace.offer.to))
    workspace.offer = undefined
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, ownership.withdraw, { params: await product.workspaceParams(act) }),
  describe: (act) => `${by(act)} withdraws the ownership offer of ${there(act)}`,
}

function isOfferedTo(world: World, act: Act): boolean {
  return openOfferOf(world, workspaceOf(world, act.workspace))?.to === act.by
}

const acceptOffer: ActRule = {
  weight: 5,
  isPossible: hasOffer,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, everyone)
    if (refusal) return refusal
    if (!isOfferedTo(world, act)) return notFound
    const workspace = workspaceOf(world, act.workspace)
    const former = ownerOf(workspace)
    if (former === undefined) throw new Error('The model has a workspace without an owner')
    workspace.roles[former] = 'APPROVER'
    workspace.roles[act.by] = 'OWNER'
    workspace.offer = undefined
    record(workspace, 'ownership.accepted', act.by, `${emailOf(former)} → ${emailOf(act.by)}`)
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, ownership.accept, { params: await product.workspaceParams(act) }),
  describe: (act) => `${by(act)} accepts the ownership of ${there(act)}`,
}

const declineOffer: ActRule = {
  weight: 1,
  isPossible: hasOffer,
  apply(world, act) {
    const refusal = workspaceRefusal(world, act, everyone, 'allowed')
    if (refusal) return refusal
    if (!isOfferedTo(world, act)) return notFound
    const workspace = workspaceOf(world, act.workspace)
    workspace.offer = undefined
    record(workspace, 'ownership.declined', act.by, emailOf(ownerOf(workspace) ?? -1))
    return accepted(204)
  },
  send: async (product, act) =>
    product.call(act, ownership.decline, { params: await product.workspaceParams(act) }),
  describe: (act) => `${by(act)} declines the ownership of ${there(act)}`,
}

export const ownershipActs = { offer, withdrawOffer, acceptOffer, declineOffer }
