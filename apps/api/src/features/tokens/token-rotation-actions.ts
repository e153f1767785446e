/** Gives API tokens new secrets and ends the previous ones (docs/product/tokens.md#rotating). */

import type { Rotation } from '@portal/contract/tokens/tokens'
import { tokenRights } from '@portal/contract/tokens/tokens'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import type { Person } from '../../guard/caller.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { isStaffUser } from '../../guard/staff.ts'
import type { Services } from '../../services.ts'
import { checkMayMakeCredentials } from '../service-accounts/service-account-actions.ts'
import { changeMembership } from '../workspaces/workspace-change-actions.ts'
import { type ApiTokenRow, setServiceAccount, tokenSubject } from './api-token-store.ts'
import {
  requireManaged,
  requireToken,
  signSecret,
  type TokenRequest,
  type TokenWithSecret,
} from './token-actions.ts'
import { tokenMovedMail } from './token-mails.ts'
import {
  checkMayChange,
  checkMayMove,
  checkMayRotate,
  checkWorks,
  parseRotationOverlap,
  rotatedLifetime,
} from './token-rules.ts'
import * as secrets from './token-secret-store.ts'

/** A token of the workspace, locked until the transaction ends. */
async function lockToken(tx: Orm, params: TokenRequest['params']) {
  const { id } = await requireToken(tx, params)
  const locked = await secrets.lockApiToken(tx, id)
  return { ...(await requireToken(tx, params)), ...locked }
}
type LockedToken = Awaited<ReturnType<typeof lockToken>>

/**
 * Adds a secret to a token. The previous one continues to work until the overlap has passed. A secret that was never used is
 * replaced immediately instead, and the one in use continues to work, because the answer to a rotation may have been lost.
 */
async function addSecret(
  tx: Orm,
  token: LockedToken,
  wanted: Rotation & { maxLifetimeMs: number; shownToUserId: string },
  at: Date,
): Promise<{ secretId: string; expiresAt: Date }> {
  if (!token.isRotated) await secrets.storeFirstSecret(tx, token.id)
  const newest = await secrets.requireNewestSecret(tx, token.id)
  const lifetimeMs = rotatedLifetime(wanted.expiration, newest, wanted.maxLifetimeMs)
  const expiresAt = new Date(at.getTime() + lifetimeMs)
  const overlapEndsAt = new Date(at.getTime() + parseRotationOverlap(wanted.overlap))
  // Lists, revocations and staff take a token for ended once its newest secret has expired.
  const retiresAt = overlapEndsAt < expiresAt ? overlapEndsAt : expiresAt
  const isNeverUsed = token.isRotated && newest.lastUsedAt === null
  const previousId = isNeverUsed ? await secrets.findPreviousSecretId(tx, token.id, at) : newest.id
  await secrets.retirePreviousSecrets(tx, token.id, at, retiresAt)
  if (isNeverUsed) await secrets.removeSecret(tx, newest.id)
  if (previousId !== undefined) await secrets.setRetirement(tx, previousId, retiresAt)
  const { shownToUserId } = wanted
  const secret = { id: ulid(at.getTime()), shownToUserId, createdAt: at, expiresAt }
  await secrets.insertSecret(tx, { tokenId: token.id, ...secret })
  await secrets.removeOldSecrets(tx, token.id, at)
  return { secretId: secret.id, expiresAt: secret.expiresAt }
}

/** Gives a token a new secret. The token keeps its id, its name and its place in lists. */
export async function rotateToken(
  services: Services,
  origin: TokenRequest,
  wanted: Rotation,
): Promise<TokenWithSecret> {
  const { workspaceId } = origin.params
  const maxLifetimeMs = services.config.API_TOKEN_MAX_LIFETIME
  const { row, secret } = await changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await lockToken(tx, origin.params)
    const who = { userId: origin.caller.person.id, role }
    checkMayChange(token, who, tokenRights.revokeToken)
    checkMayRotate(token, who, await isStaffUser(tx, token.creatorUserId, services.config))
    checkWorks(token, at)
    const { serviceAccountId, ownerUserId } = token
    if (serviceAccountId !== null)
      await checkMayMakeCredentials(services, tx, { role, creatorUserId: ownerUserId })
    const added = await addSecret(tx, token, { ...wanted, maxLifetimeMs, shownToUserId: who.userId }, at)
    await record('token.rotated', tokenSubject(token))
    const userId = serviceAccountId === null ? token.creatorUserId : ownerUserId
    return {
      row: await requireToken(tx, origin.params),
      secret: { ...added, userId, serviceAccountId, workspaceId, issuedAt: at },
    }
  })
  return { row, token: await signSecret(services, secret) }
}

/** Mails the creator of a token that another user has moved. Over the mail limits, the token is moved without a mail. */
async function mailCreator(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  tx: Orm,
  { workspaceId, token, by, at }: { workspaceId: string; token: LockedToken; by: Person; at: Date },
): Promise<void> {
  const to = token.creatorEmail
  if (await countMail(tx, { byUserId: by.id, workspaceId, to, at }, config)) return
  const facts = { to, by, tokenName: token.name, workspaceId, workspaceName: token.workspaceName }
  await jobs.sendMail(tx, by.id, tokenMovedMail(facts, config))
}

/** Moves a member's token to a service account and gives it a new secret. The previous one works until the overlap ends. */
export async function moveToken(
  services: Services,
  origin: TokenRequest,
  wanted: Rotation & { serviceAccountId: string },
): Promise<TokenWithSecret> {
  const { workspaceId } = origin.params
  const { serviceAccountId } = wanted
  const maxLifetimeMs = services.config.API_TOKEN_MAX_LIFETIME
  const { row, secret } = await changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const target = await requireManaged(tx, { workspaceId, serviceAccountId }, role, at)
    const token = await lockToken(tx, origin.params)
    checkMayMove(token, { userId: origin.caller.person.id, role })
    checkWorks(token, at)
    await checkMayMakeCredentials(services, tx, { role, creatorUserId: token.ownerUserId })
    const by = origin.caller.person
    const added = await addSecret(tx, token, { ...wanted, maxLifetimeMs, shownToUserId: by.id }, at)
    await setServiceAccount(tx, token.id, serviceAccountId)
    await record('token.moved', `${token.name} → ${target.name}`)
    if (token.creatorUserId !== by.id) await mailCreator(services, tx, { workspaceId, token, by, at })
    return {
      row: await requireToken(tx, origin.params),
      secret: { ...added, userId: token.ownerUserId, serviceAccountId, workspaceId, issuedAt: at },
    }
  })
  return { row, token: await signSecret(services, secret) }
}

/** Ends the previous secrets of a token. No-op when only the newest one works. */
export async function retireSecrets(services: Services, origin: TokenRequest): Promise<ApiTokenRow> {
  return changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await lockToken(tx, origin.params)
    checkMayChange(token, { userId: origin.caller.person.id, role }, tokenRights.revokeToken)
    if ((await secrets.retirePreviousSecrets(tx, token.id, at, at)) === 0) return token
    await record('token.retired', tokenSubject(token))
    return requireToken(tx, origin.params)
  })
}
