import type { Rotation } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { ulid } from 'ulid'
import type { Config } from '../../config.ts'
import type { Orm } from '../../db/database.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { isStaffUser } from '../../guard/staff.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import { parseRotationOverlap } from '../../http/input/rotation-overlap.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { checkMayMakeCredentials } from '../service-accounts/service-account-actions.ts'
import { changeMembership } from '../workspaces/workspace-change-actions.ts'
import { tokenSubject, updateApiToken } from './api-token-store.ts'
import { requireManaged, requireToken, signSecret, tokenBody } from './token-actions.ts'
import { tokenMovedMail } from './token-mails.ts'
import { checkMayChange, checkMayMove, checkMayRotate, checkWorks, rotatedLifetime } from './token-rules.ts'
import * as secrets from './token-secret-store.ts'

export function tokenRotationRoutes(server: Server, services: Services): void {
  const { config, jobs, now } = services

  server.serve(tokens.rotate, async (ask) => {
    const { row, secret } = await changeMembership(services, ask, async ({ tx, role, at, record }) => {
      const token = await lockToken(tx, ask.params)
      const who = { userId: ask.caller.person.id, role }
      checkMayChange(token, who, 'revokeToken')
      checkMayRotate(token, who, await isStaffUser(tx, token.creatorUserId, config))
      checkWorks(token, at)
      if (token.serviceAccountId !== null)
        await checkMayMakeCredentials(services, tx, { role, creatorUserId: token.ownerUserId })
      const added = await addSecret(tx, token, { ...ask.body, shownToUserId: who.userId }, at, config)
      await record('token.rotated', tokenSubject(token))
      return { row: await requireToken(tx, ask.params), secret: added }
    })
    return { authToken: tokenBody(row, now()), token: await signSecret(services, row, secret) }
  })

  server.serve(tokens.move, async (ask) => {
    const { workspaceId } = ask.params
    const { serviceAccountId } = ask.body
    const by = ask.caller.person
    const { row, secret } = await changeMembership(services, ask, async ({ tx, role, at, record }) => {
      const target = await requireManaged(tx, { workspaceId, serviceAccountId }, role, at)
      const token = await lockToken(tx, ask.params)
      checkMayMove(token, { userId: by.id, role })
      checkWorks(token, at)
      if (target.disabledAt)
        throw new Refusal('Conflict', 'This service account is disabled. Enable it first.')
      await checkMayMakeCredentials(services, tx, { role, creatorUserId: token.ownerUserId })
      const added = await addSecret(tx, token, { ...ask.body, shownToUserId: by.id }, at, config)
      // A service account acts with the owner's membership and may therefore only read.
      await updateApiToken(tx, token.id, { serviceAccountId, permission: 'read' })
      await record('token.moved', `${token.name} → ${target.name}`)
      const { creatorUserId, creatorEmail: to, name: tokenName, workspaceName } = token
      // Over the mail limits, the token is moved without a mail.
      if (creatorUserId !== by.id && !(await countMail(tx, { byUserId: by.id, workspaceId, to, at }, config)))
        await jobs.sendMail(
          tx,
          by.id,
          tokenMovedMail({ to, by, tokenName, workspaceId, workspaceName }, config),
        )
      return { row: await requireToken(tx, ask.params), secret: added }
    })
    return { authToken: tokenBody(row, now()), token: await signSecret(services, row, secret) }
  })

  server.serve(tokens.retire, async (ask) =>
    changeMembership(services, ask, async ({ tx, role, at, record }) => {
      const token = await lockToken(tx, ask.params)
      checkMayChange(token, { userId: ask.caller.person.id, role }, 'revokeToken')
      if ((await secrets.retirePreviousSecrets(tx, token.id, at, at)) > 0)
        await record('token.retired', tokenSubject(token))
      return { authToken: tokenBody(await requireToken(tx, ask.params), now()) }
    }),
  )
}

/** A token of the workspace, locked until the transaction ends. */
async function lockToken(tx: Orm, params: { workspaceId: string; tokenId: string }) {
  const { id } = await requireToken(tx, params)
  const locked = await secrets.lockApiToken(tx, id)
  return { ...(await requireToken(tx, params)), ...locked }
}

/**
 * Adds a secret to a token. The previous one continues to work until the overlap has passed. A secret that was never used is
 * replaced immediately instead, and the one in use continues to work, because the answer to a rotation may have been lost.
 */
async function addSecret(
  tx: Orm,
  token: { id: string; isRotated: boolean },
  wanted: Rotation & { shownToUserId: string },
  at: Date,
  config: Config,
): Promise<{ secretId: string; issuedAt: Date; expiresAt: Date }> {
  if (!token.isRotated) await secrets.storeFirstSecret(tx, token.id)
  const newest = await secrets.requireNewestSecret(tx, token.id)
  const lifetimeMs = rotatedLifetime(wanted.expiration, newest, config.API_TOKEN_MAX_LIFETIME)
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
  const secretId = ulid(at.getTime())
  await secrets.insertSecret(tx, { id: secretId, tokenId: token.id, shownToUserId, createdAt: at, expiresAt })
  await secrets.removeOldSecrets(tx, token.id, at)
  return { secretId, issuedAt: at, expiresAt }
}
