/** Creating production workspaces for users. See docs/product/staff.md#production-workspaces. */
import { displayNameMaxLength } from '@portal/contract/limits'
import { staffProduction } from '@portal/contract/staff/production/production'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { truncateText } from '@portal/contract/text/truncate-text'
import { ulid } from 'ulid'
import type { Mail } from '../../../gateways/mail/mail.ts'
import { type MailConfig, mailOf, quotedName, workspacesAction } from '../../../gateways/mail/mail-text.ts'
import { createOnce } from '../../../guard/idempotency-store.ts'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordStaffActivity } from '../../activity/activity-actions.ts'
import { checkMayOwnAnother } from '../../workspaces/workspace-change-actions.ts'
import { lockOwner } from '../../workspaces/workspace-lock-store.ts'
import { hasDefaultWorkspace, insertWorkspace } from '../../workspaces/workspace-store.ts'
import { listAccountsOfAddress } from '../accounts/staff-account-store.ts'
import { recordLookUps, recordStaffAct, staffOf } from '../records/staff-record-store.ts'

type SetupCall = (typeof staffProduction)[keyof typeof staffProduction]

const suffix = "'s Production Workspace"

export function productionWorkspaceRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services

  server.serve(staffProduction.setup, async (ask) => {
    const { userEmail } = ask.body
    const accounts = await listAccountsOfAddress(database.orm, userEmail)
    const [account, ...others] = accounts
    if (account && others.length === 0) return { newWorkspace: await provision(account.id, ask) }
    const after = { email: normalizeEmail(userEmail) }
    await recordLookUps(
      database.orm,
      { ...staffOf(ask, now()), act: 'looked-up.people-of-address', after },
      accounts.map(({ id }) => id),
    )
    if (!account) throw notFound('account')
    throw new Refusal('Conflict', 'Several accounts have this address. Choose one of them by its id.', {
      choices: accounts.map(({ id, email, auth0Id }) => ({ id, email, auth0Id })),
    })
  })

  server.serve(staffProduction.setupByUserId, async (ask) => ({
    newWorkspace: await provision(ask.body.userId.trim(), ask),
  }))

  /** Creates the workspace, once per idempotency key, with its activity, staff record and mail. */
  async function provision(userId: string, ask: Ask<SetupCall>) {
    const at = now()
    const instanceUrl = config.MANAGED_INSTANCE_URL
    return database.transaction(async (tx) => {
      const { result } = await createOnce(tx, ask, at, async () => {
        const id = ulid(at.getTime())
        const owner = await lockOwner(tx, userId)
        if (!owner) throw notFound('account')
        const { id: creatorUserId, email: to } = owner
        await checkMayOwnAnother(tx, creatorUserId, config)
        const displayName = nameOf(owner)
        const instance = { instanceUrl, instanceEnvType: 'SI' } as const
        const isDefault = !(await hasDefaultWorkspace(tx, creatorUserId))
        await insertWorkspace(tx, {
          workspace: { id, displayName, ...instance, creatorUserId, token: '', createdAt: at },
          isDefault,
          isFavourite: false,
          isHidden: false,
        })
        await recordStaffActivity(tx, jobs, id, 'workspace.created', 'by staff', at)
        await recordStaffAct(tx, {
          ...staffOf(ask, at),
          act: 'workspace.provisioned',
          aboutUserId: creatorUserId,
          aboutWorkspaceId: id,
          after: { displayName, instanceUrl, isDefault },
        })
        if (owner.emailVerified)
          await jobs.sendMail(tx, creatorUserId, provisionedMail({ to, workspaceName: displayName }, config))
        return { id, displayName, instanceUrl, isDefault, creatorUserId }
      })
      return result
    })
  }
}

/** Not validated as a user-entered name, because the apostrophe of the suffix is not an allowed character. */
function nameOf(owner: { nickname: string | null; email: string }): string {
  const name = owner.nickname?.trim() || (owner.email.split('@')[0] ?? '')
  return `${truncateText(name, displayNameMaxLength - suffix.length)}${suffix}`
}

/** Sent to the new owner. */
function provisionedMail(
  { to, workspaceName }: { to: string; workspaceName: string },
  config: MailConfig,
): Mail {
  const workspace = quotedName(workspaceName)
  return mailOf(
    {
      to,
      subject: `Your workspace ${workspace} is ready`,
      paragraphs: [`Our staff created the workspace ${workspace} for you. You are its owner.`],
      action: workspacesAction(config),
    },
    config,
  )
}
