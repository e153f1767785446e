/** Service accounts of a workspace (docs/product/service-accounts.md). */
import type { ActivityAct } from '@portal/contract/activity/activity'
import {
  type ServiceAccount,
  type ServiceAccountSave,
  serviceAccounts,
} from '@portal/contract/service-accounts/service-accounts'
import { cleanLine } from '@portal/contract/text/clean-line'
import { lookAlikeKey } from '@portal/contract/text/displayed-name'
import { ulid } from 'ulid'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import { cleanText } from '../../http/input/changed-fields.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { mailOwnerAboutCredential } from '../tokens/credential-notice-actions.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { changeWorkspace } from '../workspaces/workspace-change-actions.ts'
import { checkMayMakeCredentials, requireServiceAccount } from './service-account-actions.ts'
import * as store from './service-account-store.ts'

export function serviceAccountRoutes(server: Server, services: Services): void {
  const { config, database, now } = services

  server.serve(serviceAccounts.list, async ({ params }) => {
    const rows = await store.listServiceAccounts(database.orm, params.workspaceId, now())
    return { serviceAccounts: rows.map(serviceAccountBody) }
  })

  server.serve(serviceAccounts.create, async (ask) => {
    const { workspaceId } = ask.params
    const naming = storedName(ask.body.name)
    const by = ask.caller.person
    return changeWorkspace(services, serviceAccounts.create, ask, async ({ tx, workspace, at, record }) => {
      await checkMayMakeCredentials(services, tx, workspace)
      const { result: serviceAccountId } = await createOnce(tx, ask, at, async () => {
        const count = await store.countServiceAccounts(tx, workspaceId)
        checkLimit('serviceAccountsOfWorkspace', count, config)
        const id = ulid(at.getTime())
        const description = cleanText(ask.body.description)
        const row = { id, workspaceId, ...naming, description, createdByUserId: by.id, createdAt: at }
        if (!(await store.insertServiceAccount(tx, row))) throw nameTaken(naming.name)
        await record('service-account.created', naming.name)
        const credential = { workspaceId, kind: 'service account', name: naming.name } as const
        await mailOwnerAboutCredential(services, tx, { ...credential, by, at })
        return id
      })
      const created = await requireServiceAccount(tx, { workspaceId, serviceAccountId }, at)
      return { serviceAccount: serviceAccountBody(created) }
    })
  })

  // Disabling refuses the tokens from the next request on, on every process.
  server.serve(serviceAccounts.update, async (ask) =>
    changeWorkspace(services, serviceAccounts.update, ask, async ({ tx, workspace, at, record }) => {
      const current = await requireServiceAccount(tx, ask.params, at)
      const { set, activities } = planSave(current, ask.body, at)
      // Enabling restores the tokens.
      if (set.disabledAt === null) await checkMayMakeCredentials(services, tx, workspace)
      if (!(await store.updateServiceAccount(tx, current.id, set))) throw nameTaken(set.name ?? current.name)
      for (const { act, subject } of activities) await record(act, subject)
      return { serviceAccount: serviceAccountBody(await requireServiceAccount(tx, ask.params, at)) }
    }),
  )

  server.serve(serviceAccounts.delete, async (ask) =>
    changeWorkspace(services, serviceAccounts.delete, ask, async ({ tx, at, record }) => {
      const { id, name } = await requireServiceAccount(tx, ask.params, at)
      await revokeTokensOf(tx, { serviceAccountId: id }, ask.caller.person.id, at)
      await store.markServiceAccountDeleted(tx, id, at)
      await record('service-account.deleted', name)
      return undefined
    }),
  )
}

/** Returns the name as it is stored and the key that makes it unique. Names that look the same have the same key. */
const storedName = (name: string) => ({ name: cleanLine(name), nameKey: lookAlikeKey(name) })

const nameTaken = (name: string) =>
  new Refusal(
    'Conflict',
    `This workspace already has a service account named "${name}". Choose another name.`,
  )

/** Returns the columns that differ from the saved fields, and the activities to record. */
function planSave(current: store.ServiceAccountRow, save: ServiceAccountSave, now: Date) {
  const set: store.ServiceAccountChange = {}
  const activities: { act: ActivityAct; subject: string }[] = []
  const { name, nameKey } = storedName(save.name ?? current.name)
  const isRenamed = name !== current.name
  if (isRenamed) Object.assign(set, { name, nameKey })
  const description = save.description === undefined ? current.description : cleanText(save.description)
  if (description !== current.description) set.description = description
  if (Object.keys(set).length > 0)
    activities.push({
      act: 'service-account.updated',
      subject: isRenamed ? `${current.name} → ${name}` : name,
    })
  const isDisabled = save.isDisabled ?? current.disabledAt !== null
  if (isDisabled !== (current.disabledAt !== null)) {
    set.disabledAt = isDisabled ? now : null
    activities.push({
      act: isDisabled ? 'service-account.disabled' : 'service-account.enabled',
      subject: name,
    })
  }
  return { set, activities }
}

/** Converts a service account to the API's format. */
function serviceAccountBody(row: store.ServiceAccountRow): ServiceAccount {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    createdBy: {
      userId: row.creatorUserId,
      firstName: row.creatorFirstName,
      lastName: row.creatorLastName,
      email: row.creatorEmail,
    },
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    activeTokenCount: row.activeTokenCount,
  }
}
