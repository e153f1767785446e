/** Creates, renames and revokes API tokens. Each action records one activity (docs/product/tokens.md). */
import { tokens } from '@portal/contract/tokens'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { checkLimit } from '../../http/account-limits.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { holdPerson } from '../account/account-store.ts'
import { createOnce } from '../idempotency/idempotency-actions.ts'
import {
  changeMembership,
  changeWorkspace,
  type WorkspaceRequest,
} from '../workspaces/workspace-change-actions.ts'
import { mailOwnerAboutCredential } from '../workspaces/workspace-owner-actions.ts'
import * as store from './api-token-store.ts'
import { checkMayChange, parseTokenLifetime } from './token-rules.ts'
import { insertToken } from './token-store.ts'

/** A request whose path names a token. */
export interface TokenRequest extends WorkspaceRequest {
  params: { workspaceId: string; tokenId: string }
}

const cleanName = (name: string) => name.trim().normalize('NFC')

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
    `This request already created the token “${name}”, and its secret was shown then. It is not stored. If you don't have it, revoke this token and generate another.`,
  )

/** Creates a token and returns its row with the signed value, which isn't stored. */
export async function createToken(
  services: Services,
  origin: WorkspaceRequest,
  wanted: { name: string; expiration: string },
): Promise<{ row: store.ApiTokenRow; token: string }> {
  const { config, signer } = services
  const { workspaceId } = origin.params
  const userId = origin.caller.person.id
  const lifetimeMs = parseTokenLifetime(wanted.expiration, config.API_TOKEN_MAX_LIFETIME)
  const name = cleanName(wanted.name)
  // Locks the workspace, so that concurrent creations can't exceed the limit.
  const { row, times } = await changeWorkspace(services, tokens.create, origin, async (change) => {
    const { tx, at, record } = change
    // A token created while its creator's account is deleted would stay active.
    if (!(await holdPerson(tx, userId))) throw new Refusal('NotSignedIn', 'Sign in first.')
    const times = { issuedAt: at, expiresAt: new Date(at.getTime() + lifetimeMs) }
    const { result: id, isRepeated } = await createOnce(tx, origin, at, async () => {
      checkLimit('tokensOfWorkspace', await store.countActiveApiTokens(tx, workspaceId, at), config)
      const { expiresAt } = times
      const tokenId = ulid(at.getTime())
      await insertToken(tx, { id: tokenId, kind: 'api', userId, workspaceId, name, createdAt: at, expiresAt })
      await record('token.created', name)
      const { person: by } = origin.caller
      await mailOwnerAboutCredential(services, tx, { workspaceId, kind: 'API token', name, by, at })
      return tokenId
    })
    if (isRepeated) throw secretAlreadyShown(name)
    return { row: await requireToken(tx, { workspaceId, tokenId: id }), times }
  })
  const token = await signer.sign({
    tokenId: row.id,
    userId,
    workspaceId,
    role: 'automation',
    audience: signer.issuer,
    ...times,
  })
  return { row, token }
}

/** Renames a token. No-op when the name is unchanged. */
export async function renameToken(
  services: Services,
  origin: TokenRequest,
  wantedName: string,
): Promise<store.ApiTokenRow> {
  const name = cleanName(wantedName)
  return changeMembership(services, origin, async ({ tx, role, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId: origin.caller.person.id, role }, 'renameToken')
    if (name === token.name) return token
    await store.renameApiToken(tx, token.id, name)
    await record('token.renamed', `${token.name} → ${name}`)
    return { ...token, name }
  })
}

/** Revokes a token. No-op when it is already revoked. */
export async function revokeToken(services: Services, origin: TokenRequest): Promise<void> {
  const userId = origin.caller.person.id
  await changeMembership(services, origin, async ({ tx, role, at, record }) => {
    const token = await requireToken(tx, origin.params)
    checkMayChange(token, { userId, role }, 'revokeToken')
    if (await store.revokeApiToken(tx, token.id, userId, at)) await record('token.revoked', token.name)
  })
}
