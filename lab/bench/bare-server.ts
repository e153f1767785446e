/**
 * The baseline: a bare Fastify server on the same PostgreSQL. Each URL runs one prepared query that returns the same
 * rows as the API's call, or one transaction with the statements of the API's write. It has no sessions, no extra
 * headers and no log.
 */
import process from 'node:process'
import Fastify from 'fastify'
import { Pool, type PoolClient } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

const workspaceColumns = `w.id, w.display_name, w.description, w.instance_url, w.instance_env_type,
  w.is_approvals_enabled, w.creator_user_id, u.first_name, u.last_name, w.created_at, w.quarantined_at, m.role,
  m.is_favourite, m.is_hidden, m.last_opened_at,
  (select count(*)::int from workspace_members o where o.workspace_id = w.id) as member_count,
  (w.creator_user_id = m.user_id and u.default_workspace_id is not distinct from w.id) as is_default`
const workspaceTables = `workspace_members m
  join workspaces w on w.id = m.workspace_id and w.deleted_at is null
  join users u on u.id = w.creator_user_id`

const statements = {
  person: `select s.id, s.subject, s.last_seen_at, s.expires_at, s.ended_at, u.deleted_at, u.id as user_id, u.email,
    u.email_verified, u.auth0_id, u.first_name, u.last_name, u.nickname, u.picture_url, u.discord_username,
    u.github_username, u.agreed_tos_version_id, u.reviewed_profile_at, u.default_workspace_id, u.quarantined_at,
    u.suspended_at, u.signup_at from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
  workspaces: `select ${workspaceColumns} from ${workspaceTables} where m.user_id = $1 order by m.workspace_id`,
  members: `select m.user_id, u.email, u.first_name, u.last_name, m.role, m.joined_at from workspace_members m
    join users u on u.id = m.user_id where m.workspace_id = $1 order by (m.role <> 'OWNER'), u.email_key`,
  standing: `select m.workspace_id, m.role, w.quarantined_at from workspace_members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null where m.workspace_id = $1 and m.user_id = $2`,
  mark: 'update workspace_members set is_favourite = $3 where workspace_id = $1 and user_id = $2',
  workspace: `select ${workspaceColumns} from ${workspaceTables} where m.workspace_id = $1 and m.user_id = $2`,
}
type Name = keyof typeof statements

const run = (on: Pool | PoolClient, name: Name, values: unknown[]) =>
  on.query({ name, text: statements[name], values })

app.get<{ Querystring: { hash: string } }>('/person', async ({ query }) => {
  const { rows } = await run(pool, 'person', [Buffer.from(query.hash, 'hex')])
  return rows[0]
})
app.get<{ Querystring: { user: string } }>('/workspaces', async ({ query }) => {
  return (await run(pool, 'workspaces', [query.user])).rows
})
app.get<{ Querystring: { workspace: string } }>('/members', async ({ query }) => {
  return (await run(pool, 'members', [query.workspace])).rows
})

interface Mark {
  hash: string
  user: string
  workspace: string
  isFavourite: boolean
}

app.patch<{ Body: Mark }>('/mark', async ({ body }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await run(client, 'person', [Buffer.from(body.hash, 'hex')])
    await run(client, 'standing', [body.workspace, body.user])
    await run(client, 'mark', [body.workspace, body.user, body.isFavourite])
    const { rows } = await run(client, 'workspace', [body.workspace, body.user])
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
})

app.get('/ready', async () => (await pool.query('select 1')).rows)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
