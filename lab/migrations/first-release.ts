/** A database of the first release with generated users, to measure migrations on. */
import type pg from 'pg'
import { applyMigrations } from '../../apps/api/src/db/apply-migrations.ts'
import { migrationsFolder } from '../../apps/api/src/db/migrate.ts'
import { type Migration, readMigrations, stepsOf } from '../../apps/api/src/db/migration-steps.ts'

/** The newest migration of the first release. */
const newestOfFirstRelease = '0004_canceled_subscriptions'

/** Splits the migrations into those of the first release and the later ones. */
export function migrationsByRelease(): { first: Migration[]; later: Migration[] } {
  const all = readMigrations(migrationsFolder)
  const split = all.findIndex(({ tag }) => tag === newestOfFirstRelease) + 1
  return { first: all.slice(0, split), later: all.slice(split) }
}

const id = (letter: string, n: string) => `'${letter}' || lpad((${n})::text, 25, '0')`

/** Fills the tables with `people` users, as many sessions, and half as many workspaces, each with a token, two members and four events. */
function fillStatements(people: number): string[] {
  const workspaces = people / 2
  const user = id('U', 'n')
  const workspace = id('W', 'n')
  const from = (count: number) => `from generate_series(1, ${count}) as n`
  return [
    `insert into users (id, email, email_key, email_verified, auth0_id, first_name, last_name, nickname, agreed_tos_version_id, reviewed_profile_at, signup_at)
     select ${user}, 'person-' || n || '@people.example', 'person-' || n || '@people.example', true, 'auth0|' || n, 'Ada', 'Bell', 'person' || n,
       '2024-09-25', now(), now() - n * interval '1 minute' ${from(people)}`,
    `insert into identities (subject, user_id, email, is_email_verified, created_at, last_sign_in_at)
     select 'auth0|' || n, ${user}, 'person-' || n || '@people.example', true, now(), now() ${from(people)}`,
    `insert into tos_agreements (user_id, tos_version_id, agreed_at) select ${user}, '2024-09-25', now() ${from(people)}`,
    `insert into sessions (id, token_hash, user_id, subject, user_agent, ip_address, created_at, last_seen_at, expires_at)
     select ${id('S', 'n')}, sha256(convert_to(n::text, 'UTF8')), ${user}, 'auth0|' || n, 'Mozilla/5.0 (X11; Linux x86_64)', '192.0.2.1',
       now(), now(), now() + interval '30 days' ${from(people)}`,
    `insert into workspaces (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
     select ${workspace}, 'Workspace ' || n, 'https://app.systeminit.com', 'SI', ${user}, md5(n::text), now() ${from(workspaces)}`,
    `insert into workspace_members (workspace_id, user_id, role, joined_at) select ${workspace}, ${user}, 'OWNER', now() ${from(workspaces)}`,
    `insert into workspace_members (workspace_id, user_id, role, joined_at)
     select ${workspace}, ${id('U', `n + ${workspaces}`)}, 'EDITOR', now() ${from(workspaces)}`,
    `insert into auth_tokens (id, kind, user_id, workspace_id, name, created_at, expires_at, last_used_at, last_used_ip)
     select ${id('T', 'n')}, 'api', ${user}, ${workspace}, 'deploy', now(), now() + interval '1 year', now(), '192.0.2.1' ${from(workspaces)}`,
    `insert into workspace_activity (id, workspace_id, actor_user_id, act, subject, ip_address, at)
     select ${id('A', 'n * 4 + event')}, ${workspace}, ${user}, 'workspace.updated', 'display name', '192.0.2.1', now()
     ${from(workspaces)} cross join generate_series(0, 3) as event`,
  ]
}

/** Creates the tables of the first release and fills them. */
export async function makeFirstRelease(
  client: pg.Client,
  people: number,
  log: (message: string) => void,
): Promise<void> {
  await applyMigrations(client, migrationsByRelease().first.flatMap(stepsOf), { log })
  // The generated rows satisfy every constraint, so none needs to be checked.
  await client.query('set session_replication_role = replica')
  for (const statement of fillStatements(people)) {
    const began = performance.now()
    const { rowCount } = await client.query(statement)
    const seconds = Math.round((performance.now() - began) / 1_000)
    log(`${rowCount?.toLocaleString('en')} ${statement.split(' ', 3)[2]} in ${seconds} s`)
  }
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}
