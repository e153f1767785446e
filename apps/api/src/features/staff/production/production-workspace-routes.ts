/** Creating production workspaces for users. See docs/product/staff.md#production-workspaces. */
import { displayNameMaxLength } from '@portal/contract/limits'
import { type ProvisionedWorkspace, staffProduction } from '@portal/contract/staff/production'
import { normalizeEmail } from '@portal/contract/text-rules'
import { truncateText } from '@portal/contract/truncate-text'
import { ulid } from 'ulid'
import type { Orm } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { createOnce } from '../../idempotency/idempotency-actions.ts'
import { checkMayOwnAnother } from '../../workspaces/own-workspace-actions.ts'
import { insertWorkspace } from '../../workspaces/workspace-store.ts'
import { recordLookUps, recordStaffAct } from '../records/staff-record-store.ts'
import { listAccountsOfAddress } from '../search/people-store.ts'
import { workspaceProvisionedMail } from './production-workspace-mails.ts'
import { hasDefaultWorkspace, lockFutureOwner } from './production-workspace-store.ts'

const suffix = "'s Production Workspace"

type SetupCall = typeof staffProduction.setup | typeof staffProduction.setupByUserId
/** The staff member and the request, for the records. */
type StaffRequest = Pick<Ask<SetupCall>, 'attempt' | 'caller' | 'request'>

/** Not validated as a user-entered name, because the apostrophe of the suffix is not an allowed character. */
function nameOf(owner: { nickname: string | null; email: string }): string {
  const name = owner.nickname?.trim() || (owner.email.split('@')[0] ?? '')
  return `${truncateText(name, displayNameMaxLength - suffix.length)}${suffix}`
}

export function productionWorkspaceRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services

  async function setUp(userId: string, staff: StaffRequest): Promise<ProvisionedWorkspace> {
    const at = now()
    return database.transaction(async (tx) => {
      const { result } = await createOnce(tx, staff, at, () => provision(tx, userId, at, staff))
      return result
    })
  }

  async function provision(
    tx: Orm,
    userId: string,
    at: Date,
    { caller, request }: StaffRequest,
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
    const facts = { to: owner.email, workspaceName: displayName }
    await jobs.send(tx, 'mail.send', workspaceProvisionedMail(facts, config))
    return { id, displayName, instanceUrl, isDefault, creatorUserId: owner.id }
  }

  server.serve(staffProduction.setup, async (ask) => {
    const { body, caller, request } = ask
    const emailKey = normalizeEmail(body.userEmail)
    const [account, ...others] = await listAccountsOfAddress(database.orm, emailKey)
    if (!account) throw notFound('account')
    if (others.length === 0) return { newWorkspace: await setUp(account.id, ask) }
    const accounts = [account, ...others]
    await recordLookUps(
      database.orm,
      {
        staffUserId: caller.person.id,
        act: 'looked-up.people-of-address',
        after: { email: emailKey },
        ipAddress: request.ip,
        at: now(),
      },
      accounts.map(({ id }) => id),
    )
    throw new Refusal('Conflict', 'Several accounts have this address. Choose one of them by its id.', {
      choices: accounts.map(({ id, email, auth0Id }) => ({ id, email, auth0Id })),
    })
  })

  server.serve(staffProduction.setupByUserId, async (ask) => ({
    newWorkspace: await setUp(ask.body.userId.trim(), ask),
  }))
}
