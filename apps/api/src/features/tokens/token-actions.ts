/** What the calls about API tokens share, and the exchange of identity tokens. */
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { Orm } from '../../db/database.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { requireServiceAccount } from '../service-accounts/service-account-actions.ts'
import { type ApiTokenRow, findApiToken } from './api-token-store.ts'
import { actorOf } from './token-body.ts'
import { checkMayManageServiceAccounts } from './token-rules.ts'

/**
 * Returns a token of the workspace.
 * @throws Refusal `NotFound` when the workspace has no such token.
 */
export async function requireToken(
  db: Orm,
  { workspaceId, tokenId }: { workspaceId: string; tokenId: string },
): Promise<ApiTokenRow> {
  const row = await findApiToken(db, workspaceId, tokenId)
  if (!row) throw notFound('token')
  return row
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

/** Signs a secret of an API token. `secretId` is the id of the token, or of the secret once the token has been rotated. */
export async function signSecret(
  { signer }: Pick<Services, 'signer'>,
  token: Parameters<typeof actorOf>[0] & { workspaceId: string },
  { secretId, ...times }: { secretId: string; issuedAt: Date; expiresAt: Date },
): Promise<string> {
  return signer.sign({
    ...actorOf(token),
    ...times,
    workspaceId: token.workspaceId,
    tokenId: secretId,
    role: 'automation',
    audience: signer.issuer,
  })
}
