/** Creates, changes and deletes service accounts (docs/product/service-accounts.md). */
import type { WorkspaceRole } from '@portal/contract/members/roles'
import {
  type NewServiceAccount,
  type ServiceAccountSave,
  serviceAccounts,
} from '@portal/contract/service-accounts/service-accounts'

import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-actions.ts'
import { isStaffUser } from '../../guard/staff.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { cleanText } from '../../http/input/changed-fields.ts'
import type { Services } from '../../services.ts'
import { mailOwnerAboutCredential } from '../tokens/credential-notice-actions.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { changeWorkspace, type WorkspaceRequest } from '../workspaces/workspace-change-actions.ts'
import * as rules from './service-account-rules.ts'
import * as store from './service-account-store.ts'

/** A request whose path names a service account. */
export interface ServiceAccountRequest extends WorkspaceRequest {
  params: { workspaceId: string; serviceAccountId: string }
}

/**
 * Returns a service account of the workspace.
 * @throws Refusal `NotFound` when the workspace has no such service account.
 */
export async function requireServiceAccount(
  db: Orm,
  { workspaceId, serviceAccountId }: ServiceAccountRequest['params'],
  now: Date,
): Promise<store.ServiceAccountRow> {
  const row = await store.findServiceAccount(db, workspaceId, serviceAccountId, now)
  if (!row) throw notFound('service account')
  return row
}

/**
 * What a service account does in the instance, it does with the membership of the workspace's owner. In a workspace of staff, only the
 * owner gives that away.
 * @throws Refusal `NotAllowed`
 */
export async function checkMayMakeCredentials(
  { config }: Pick<Services, 'config'>,
  tx: Orm,
  { role, ownerUserId }: { role: WorkspaceRole; ownerUserId: string },
): Promise<void> {
  if (role === 'OWNER' || !(await isStaffUser(tx, ownerUserId, config))) return
  throw new Refusal(
    'NotAllowed',
    "This workspace's owner is staff, so only the owner can create or enable service accounts, and create their tokens and trust rules.",
    { roles: ['OWNER'] },
  )
}

export async function createServiceAccount(
  services: Services,
  origin: WorkspaceRequest,
  wanted: NewServiceAccount,
): Promise<store.ServiceAccountRow> {
  const { workspaceId } = origin.params
  const naming = rules.storedName(wanted.name)
  return changeWorkspace(services, serviceAccounts.create, origin, async (change) => {
    const { tx, workspace, at, record } = change
    const { role, creatorUserId: ownerUserId } = workspace
    await checkMayMakeCredentials(services, tx, { role, ownerUserId })
    const { result: serviceAccountId } = await createOnce(tx, origin, at, async () => {
      const count = await store.countServiceAccounts(tx, workspaceId)
      checkLimit('serviceAccountsOfWorkspace', count, services.config)
      const id = ulid(at.getTime())
      const isNew = await store.insertServiceAccount(tx, {
        id,
        workspaceId,
        ...naming,
        description: cleanText(wanted.description),
        createdByUserId: origin.caller.person.id,
        createdAt: at,
      })
      if (!isNew) throw rules.nameTaken(naming.name)
      await record('service-account.created', naming.name)
      const credential = { workspaceId, kind: 'service account', name: naming.name } as const
      await mailOwnerAboutCredential(services, tx, { ...credential, by: origin.caller.person, at })
      return id
    })
    return requireServiceAccount(tx, { workspaceId, serviceAccountId }, at)
  })
}

/** Saves the fields that differ. Disabling refuses the tokens from the next request on, on every process. */
export async function saveServiceAccount(
  services: Services,
  origin: ServiceAccountRequest,
  save: ServiceAccountSave,
): Promise<store.ServiceAccountRow> {
  return changeWorkspace(services, serviceAccounts.update, origin, async ({ tx, workspace, at, record }) => {
    const current = await requireServiceAccount(tx, origin.params, at)
    const { set, activities } = rules.planSave(current, save, at)
    // Enabling restores the tokens.
    if (set.disabledAt === null)
      await checkMayMakeCredentials(services, tx, { ...workspace, ownerUserId: workspace.creatorUserId })
    if (!(await store.updateServiceAccount(tx, current.id, set)))
      throw rules.nameTaken(set.name ?? current.name)
    for (const { act, subject } of activities) await record(act, subject)
    return requireServiceAccount(tx, origin.params, at)
  })
}

/** Deletes a service account and revokes its tokens. */
export async function deleteServiceAccount(services: Services, origin: ServiceAccountRequest): Promise<void> {
  await changeWorkspace(services, serviceAccounts.delete, origin, async ({ tx, at, record }) => {
    const { id, name } = await requireServiceAccount(tx, origin.params, at)
    await revokeTokensOf(tx, { serviceAccountId: id }, origin.caller.person.id, at)
    await store.markServiceAccountDeleted(tx, id, at)
    await record('service-account.deleted', name)
  })
}
