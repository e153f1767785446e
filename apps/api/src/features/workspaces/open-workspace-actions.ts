import { handoffCodeLifetimeMs } from '@portal/contract/limits'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { insertHandoffCode } from '../handoff/handoff-store.ts'
import { authConnectUrl, needsConfirmation } from './workspace-rules.ts'
import { findAddressConfirmation, findWorkspace } from './workspace-store.ts'

/**
 * Creates a hand-off code and returns the URL that opens the workspace in its instance
 * (docs/product/hand-off.md#opening-a-workspace). Returns the portal's confirmation page instead while the user has not
 * confirmed the instance's address.
 */
export async function openWorkspace(
  { config, database, now }: Services,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
  { workspaceId, redirect }: { workspaceId: string; redirect: string | undefined },
): Promise<string> {
  const db = database.orm
  const row = await findWorkspace(database, workspaceId, userId)
  if (!row || sessionId === undefined) throw notFound('workspace')
  const confirmation = await findAddressConfirmation(db, workspaceId, userId)
  if (needsConfirmation(row, userId, confirmation)) {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
    return `${config.PORTAL_URL}/workspace/${workspaceId}/confirm${query}`
  }
  const code = newSecret()
  await insertHandoffCode(db, {
    codeHash: hashOf(code),
    userId,
    workspaceId,
    sessionId,
    instanceUrl: row.instanceUrl,
    expiresAt: new Date(now().getTime() + handoffCodeLifetimeMs),
  })
  return authConnectUrl(row.instanceUrl, { code, workspaceId, redirect })
}
