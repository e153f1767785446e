/** The stored secrets of workspaces. */
import { and, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { hasPlainSecret, workspaces } from '../workspaces/workspace-table.ts'

export async function findSecret(db: Orm, workspaceId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: workspaces.token })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.token
}

/** Replaces a stored secret. Returns false if it is no longer the given one. */
export async function replaceSecret(
  db: Orm,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const replaced = await db
    .update(workspaces)
    .set({ token: to })
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.token, from)))
    .returning({ id: workspaces.id })
  return replaced.length > 0
}

/** Lists plain secrets. The condition is that of the index `workspaces_plain_secret`, so it has no parameters. */
export const plainSecrets = (db: Orm, limit: number) =>
  db
    .select({ id: workspaces.id, token: workspaces.token })
    .from(workspaces)
    .where(hasPlainSecret(workspaces.token))
    .orderBy(workspaces.id)
    .limit(limit)

export async function listPlainSecrets(...of: Parameters<typeof plainSecrets>) {
  return plainSecrets(...of)
}
