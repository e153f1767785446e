/** Creates, renames, pauses, resumes and revokes API tokens. Each action records one activity (docs/product/tokens.md). */

import { defaultTokenExpiration } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { siCliClientId } from '@portal/contract/oauth/oauth'
import { cleanLine } from '@portal/contract/text/clean-line'
import { parseTimeString } from '@portal/contract/text/time-string'
import {
  type NewToken,
  type PauseDuration,
  type TokenPermission,
  tokenRights,
  tokens,
} from '@portal/contract/tokens/tokens'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import type { Caller } from '../../guard/caller.ts'
import { requireFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { createOnce } from '../../guard/idempotency-actions.ts'
import { invalid, notFound, notSignedIn, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { lockPersonForShare } from '../account/account-store.ts'
import {
  checkMayMakeCredentials,
  requireServiceAccount,
} from '../service-accounts/service-account-actions.ts'
import {
  changeMembership,
  changeWorkspace,
  type WorkspaceRequest,
} from '../workspaces/workspace-change-actions.ts'
import * as store from './api-token-store.ts'
import { mailOwnerAboutCredential } from './credential-notice-actions.ts'
import {
  checkMayChange,
  checkMayManageServiceAccounts,
  checkWorks,
  parseTokenLifetime,
} from './token-rules.ts'
import * as tokenStore from './token-store.ts'

/** A request whose path names a token. */
export interface TokenRequest extends WorkspaceRequest {
  params: { workspaceId: string; tokenId: string }
}

/**
 * Returns a token of the workspace.
 * @throws Refusal `NotFound` when the workspace has no such token.
 */
export async function requireToken(db: Orm, { workspaceId, tokenId }: TokenRequest['params']) {
  const row = await store.findApiToken(db, workspaceId, tokenId)
  if (!row) throw notFound('token')
  return row
}

const secretAlreadyShown = (name: string) =>
  new Refusal(
    'Conflict',
    `This request already created the token “${name}”, and its secret was shown then. If you don't have the secret, revoke this token and generate another, because secrets are not stored.`,
  )

/** A token with a secret that was just created. The secret isn't stored. */
export interface TokenWithSecret {
  row: store.ApiTokenRow
  token: string
}

/** Signs a secret of an API token. `secretId` is the id of the token, or of the secret once the token has been rotated. */
export async function signSecret(
  { signer }: Pick<Services, 'signer'>,
  secret: {
    secretId: string
    userId: string
    serviceAccountId: string | null
    workspaceId: string
    issuedAt: Date
    expiresAt: Date
  },
): Promise<string> {
  const { secretId, serviceAccountId, ...claims } = secret
  return signer.sign({
    ...claims,
    tokenId: secretId,
    serviceAccountId: serviceAccountId ?? undefined,
    role: 'automation',
    audience: signer.issuer,
  })
}

/** A wanted token. The expiration is that of the platform's CLI if it sends none. */
type WantedToken = Omit<NewToken, 'expiration'> & { expiration?: string | undefined }

type Creator = Pick<Caller, 'person' | 'clientId' | 'authenticatedAt'>

/**
 * Decides what a new token may do. The `si` CLI can't sign in again and sends no permission: approving it needed a fresh sign-in and
 * said that it creates such tokens.
 * @throws Refusal `FreshSignInRequired`, or `ValidationError` for a service account's token that would do more than read.
 */
function permissionOf(
  { permission, serviceAccountId }: WantedToken,
  lifetimeMs: number,
  caller: Creator,
  { config, now }: Services,
): TokenPermission {
  const isOfSiCli =
    caller.clientId === siCliClientId &&
    serviceAccountId === undefined &&
    lifetimeMs <= (parseTimeString(defaultTokenExpiration) ?? 0)
  if (!isOfSiCli) requireFreshSignIn(caller, config, now())
  const decided = permission ?? (isOfSiCli ? 'manage' : 'read')
  if (decided === 'manage' && serviceAccountId !== undefined)
    throw invalid('permission', "A service account's tokens can only read.")
  return decided
}

/** Creates a token of the caller, or of a service account. */
export async function createToken(
  services: Services,
  origin: WorkspaceRequest & { caller: Creator },
  wanted: WantedToken,
): Promise<TokenWithSecret> {
  const { workspaceId } = origin.params
  const creatorUserId = origin.caller.person.id
  const lifetimeMs = parseTokenLifetime(
    wanted.expiration ?? defaultTokenExpiration,
    services.config.API_TOKEN_MAX_LIFETIME,
  )
  const permission = permissionOf(wanted, lifetimeMs, origin.caller, services)
  const name = cleanLine(wanted.name)
  const serviceAccountId = wanted.serviceAccountId ?? null
  // Locks the workspace, so that concurrent creations can't exceed the limit.
  const { row, secret } = await changeWorkspace(services, tokens.create, origin, async (change) => {
    const { tx, workspace, at, record } = change
    // A token created while its creator's account is deleted would stay active.
    if (!(await lockPersonForShare(tx, creatorUserId))) throw notSignedIn()
    const serviceAccount =
      serviceAccountId === null
        ? undefined
        : await requireManaged(tx, { workspaceId, serviceAccountId }, workspace.role, at)
    const { creatorUserId: ownerUserId } = workspace
    if (serviceAccount) await checkMayMakeCredentials(services, tx, workspace)
    const userId = serviceAccount ? ownerUserId : creatorUserId
    const times = { issuedAt: at, expiresAt: new Date(at.getTime() + lifetimeMs) }
    const { result: id, isRepeated } = await createOnce(tx, origin, at, async () => {
      checkLimit('tokensOfWorkspace', await store.countActiveApiTokens(tx, workspaceId, at), services.config)
      const tokenId = ulid(at.getTime())
      await store.insertApiToken(tx, {
        id: tokenId,
        userId: creatorUserId,
        workspaceId,
        serviceAccountId,
        permission,
        name,
        createdAt: at,
        expiresAt: times.expiresAt,
      })
      await record(
        'token.created',
        store.tokenSubject({ name, serviceAccountName: serviceAccount?.name ?? null }),
      )
      const { person: by } = origin.caller
      await mailOwnerAboutCredential(services, tx, {
        workspaceId,
        kind: 'API token',
        permission,
        name,
        by,
        at,
      })
      return tokenId
    })
    if (isRepeated) throw secretAlreadyShown(name)
    return {
      row: await requireToken(tx, { workspaceId, tokenId: id }),
      secret: { secretId: id, userId, serviceAccountId, workspaceId, ...times },
    }
  })
  return { row, token: await signSecret(services, secret) }
}

/**
 * Returns a service account whose tokens the caller may manage.
 * @throws Refusal `NotAllowed` or `NotFound`.
 */
export async function requireManaged(
  tx: Orm,
  params: { workspaceId: string; serviceAccountId: string },
  role: WorkspaceRole,
  now: Date,
) {
  checkMayManageServiceAccounts({ role })
  return requireServiceAccount(tx, params, now)
}

/** Renames a token. No-op when the name is unchanged. */
export async function renameToken(
  services: Services,
  origin: TokenRequest,
  wantedName: string,
): Promise<store.ApiTokenRow> {
  const name = cleanLine(wantedName)
  return changeMembership(services, origin, async ({ tx, role, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId: origin.caller.person.id, role }, tokenRights.renameToken)
    if (name === token.name) return token
    await store.renameApiToken(tx, token.id, name)
    await record('token.renamed', `${store.tokenSubject(token)} → ${name}`)
    return { ...token, name }
  })
}

/** Revokes a token. No-op when it is already revoked. */
export async function revokeToken(services: Services, origin: TokenRequest): Promise<void> {
  const userId = origin.caller.person.id
  await changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId, role }, tokenRights.revokeToken)
    if (await tokenStore.revokeToken(tx, token.id, userId, at))
      await record('token.revoked', store.tokenSubject(token))
  })
}

/** Refuses a token for a while. A second pause replaces the first. */
export async function pauseToken(
  services: Services,
  origin: TokenRequest,
  duration: PauseDuration,
): Promise<store.ApiTokenRow> {
  return changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId: origin.caller.person.id, role }, tokenRights.revokeToken)
    checkWorks(token, at)
    const pausedUntil = new Date(at.getTime() + (parseTimeString(duration) ?? 0))
    await store.setPause(tx, token.id, pausedUntil)
    await record('token.paused', `${store.tokenSubject(token)}, for ${duration}`)
    return { ...token, pausedUntil }
  })
}

/** Ends the pause of a token. No-op when it is not paused. */
export async function resumeToken(services: Services, origin: TokenRequest): Promise<store.ApiTokenRow> {
  return changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId: origin.caller.person.id, role }, tokenRights.revokeToken)
    if (!token.pausedUntil || token.pausedUntil <= at) return token
    await store.setPause(tx, token.id, null)
    await record('token.resumed', store.tokenSubject(token))
    return { ...token, pausedUntil: null }
  })
}
