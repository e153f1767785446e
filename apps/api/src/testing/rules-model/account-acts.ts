/** Sign-out, and pauses by staff. */
import { sessions } from '@portal/contract/sessions/sessions'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { type Act, type ActRule, by, hasWorkspace, there, whom } from './act.ts'
import {
  accepted,
  isSessionLive,
  notFound,
  personOf,
  record,
  refused,
  revokeActive,
  type World,
  withdrawSent,
  workspaceOf,
} from './model.ts'

const signOut: ActRule = {
  weight: 1,
  isPossible: () => true,
  apply(world, act) {
    const person = personOf(world, act.by)
    if (!isSessionLive(world, person)) return refused(401, 'SessionEnded')
    person.isSessionEnded = true
    for (const { tokens } of world.workspaces)
      revokeActive(
        tokens.filter(({ kind, session }) => kind === 'instance' && session === person.session),
        world.now,
      )
    return accepted(204)
  },
  send: (product, act) => product.call(act, sessions.end, {}),
  describe: (act) => `${by(act)} signs out`,
}

/** Pauses end more often than they begin, because a paused user can do little. */
const isOn = (act: Act) => act.choice % 6 === 0

function withdrawAllSent(world: World, person: number): void {
  for (const workspace of world.workspaces) withdrawSent(workspace, person, 'staff')
}

const quarantinePerson: ActRule = {
  weight: 3,
  isPossible: (world, act) => isOn(act) || personOf(world, act.whom).isQuarantined,
  apply(world, act) {
    const person = personOf(world, act.whom)
    if (isOn(act) && !person.isQuarantined) withdrawAllSent(world, act.whom)
    person.isQuarantined = isOn(act)
    return accepted(200)
  },
  send: (product, act) =>
    product.callAsStaff(act, staffPauses.setUserQuarantine, {
      params: { userId: product.userId(act.whom) },
      body: { isQuarantined: isOn(act) },
    }),
  describe: (act) => `Staff ${isOn(act) ? 'quarantine' : 'end the quarantine of'} ${whom(act)}`,
}

const suspendPerson: ActRule = {
  weight: 3,
  isPossible: (world, act) => isOn(act) || personOf(world, act.whom).isSuspended,
  apply(world, act) {
    const person = personOf(world, act.whom)
    if (isOn(act) && !person.isSuspended) withdrawAllSent(world, act.whom)
    person.isSuspended = isOn(act)
    return accepted(200)
  },
  send: (product, act) =>
    product.callAsStaff(act, staffPauses.setUserSuspension, {
      params: { userId: product.userId(act.whom) },
      body: { isSuspended: isOn(act) },
    }),
  describe: (act) => `Staff ${isOn(act) ? 'suspend' : 'end the suspension of'} ${whom(act)}`,
}

const quarantineWorkspace: ActRule = {
  weight: 3,
  isPossible: (world, act) =>
    hasWorkspace(world, act) && (isOn(act) || workspaceOf(world, act.workspace).isQuarantined),
  apply(world, act) {
    const workspace = workspaceOf(world, act.workspace)
    if (workspace.deletedAt !== undefined) return notFound
    if (workspace.isQuarantined !== isOn(act))
      record(workspace, isOn(act) ? 'workspace.quarantined' : 'workspace.unquarantined', 'staff', 'by staff')
    workspace.isQuarantined = isOn(act)
    return accepted(200)
  },
  send: async (product, act) =>
    product.callAsStaff(act, staffPauses.setWorkspaceQuarantine, {
      params: await product.workspaceParams(act),
      body: { isQuarantined: isOn(act) },
    }),
  describe: (act) => `Staff ${isOn(act) ? 'quarantine' : 'end the quarantine of'} ${there(act)}`,
}

export const accountActs = { signOut, quarantinePerson, suspendPerson, quarantineWorkspace }
