/** Creates a production workspace for a user, with its activity, staff record and mail, in one transaction. */
import { displayNameMaxLength } from '@portal/contract/limits'
import type { ProvisionedWorkspace } from '@portal/contract/staff/production/production'
import { truncateText } from '@portal/contract/text/truncate-text'
import { ulid } from 'ulid'
import type { Orm } from '../../../db/database.ts'
import { createOnce } from '../../../guard/idempotency-actions.ts'
import { notFound } from '../../../http/errors/refusal.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { type ChangeOrigin, checkMayOwnAnother } from '../../workspaces/workspace-change-actions.ts'
import { insertWorkspace } from '../../workspaces/workspace-store.ts'
import { recordStaffAct } from '../records/staff-record-store.ts'
import { workspaceProvisionedMail } from './production-workspace-mails.ts'
import { hasDefaultWorkspace, lockFutureOwner } from './production-workspace-store.ts'

type ActionServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

const suffix = "'s Production Workspace"

/** Not validated as a user-entered name, because the apostrophe of the suffix is not an allowed character. */
function nameOf(owner: { nickname: string | null; email: string }): string {
  const name = owner.nickname?.trim() || (owner.email.split('@')[0] ?? '')
  return `${truncateText(name, displayNameMaxLength - suffix.length)}${suffix}`
}

/** Creates the workspace once per idempotency key. `origin` is the request of the staff member. */
export async function provisionWorkspace(
  services: ActionServices,
  userId: string,
  origin: ChangeOrigin,
): Promise<ProvisionedWorkspace> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const { result } = await createOnce(tx, origin, at, () => provision(services, tx, userId, at, origin))
    return result
  })
}

async function provision(
  { config, jobs }: ActionServices,
  tx: Orm,
  userId: string,
  at: Date,
  { caller, request }: ChangeOrigin,
): Promise<ProvisionedWorkspace> {
  const id = ulid(at.getTime())
  const instanceUrl = config.MANAGED_INSTANCE_URL
  const owner = await lockFutureOwner(tx, userId)
  if (!owner) throw notFound('account')
  await checkMayOwnAnother(tx, owner.id, config)
  const displayName = nameOf(owner)
  const isDefault = !(await hasDefaultWorkspace(tx, owner.id))
  await insertWorkspace(tx, {
    workspace: {
      id,
      displayName,
      instanceUrl,
      instanceEnvType: 'SI',
      creatorUserId: owner.id,
      token: '',
      createdAt: at,
    },
    isDefault,
    isFavourite: false,
    isHidden: false,
  })
  await recordActivity(tx, {
    workspaceId: id,
    actorUserId: null,
    act: 'workspace.created',
    subject: 'by staff',
    ipAddress: null,
    at,
  })
  await recordStaffAct(tx, {
    staffUserId: caller.person.id,
    act: 'workspace.provisioned',
    aboutUserId: owner.id,
    aboutWorkspaceId: id,
    after: { displayName, instanceUrl, isDefault },
    ipAddress: request.ip,
    at,
  })
  if (owner.emailVerified) {
    const facts = { to: owner.email, workspaceName: displayName }
    await jobs.sendMail(tx, owner.id, workspaceProvisionedMail(facts, config))
  }
  return { id, displayName, instanceUrl, isDefault, creatorUserId: owner.id }
}
