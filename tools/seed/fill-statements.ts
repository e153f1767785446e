/**
 * Set-based SQL for the users and workspaces of a filled database. Everything about user or workspace `n` depends only
 * on `n`, so filling is idempotent and a larger number adds rows.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeCharacters = 10
const bitsPerCharacter = 5

/**
 * Returns SQL for a deterministic 26-character id in Crockford base32 that sorts by time.
 * @param msSql a bigint expression, milliseconds since 1970
 * @param saltSql a text expression, different for each row
 */
function ulidSql(msSql: string, saltSql: string): string {
  const time = Array.from({ length: timeCharacters }, (_, at) => {
    const shift = (timeCharacters - 1 - at) * bitsPerCharacter
    return `substr('${alphabet}', (((${msSql}) >> ${shift}) & 31)::int + 1, 1)`
  })
  // Uppercase hexadecimal digits are part of the alphabet.
  return `(${time.join(' || ')} || upper(substr(md5(${saltSql}), 1, 16)))`
}

/** Users sign up every two minutes from this date. After a million users the dates repeat with a small shift. */
const firstSignup = Date.UTC(2022, 5, 1)
const signupStepMs = 120_000
const cycle = 1_000_000

const msOf = (n: string) => `(${firstSignup}::bigint + (${n} % ${cycle}) * ${signupStepMs} + ${n} / ${cycle})`
const instantOf = (ms: string) => `to_timestamp(${ms} / 1000.0)`

const userMs = msOf('n')
/** Workspace `n` is created an hour after user `n` signed up. */
const workspaceMs = (n: string) => `(${msOf(n)} + 3600000)`

const userId = (n: string) => ulidSql(msOf(n), `'person ' || ${n}`)
const workspaceId = (n: string) => ulidSql(workspaceMs(n), `'workspace ' || ${n}`)
const subject = `(case when n % 10 < 7 then 'auth0|' || ${userId('n')}
  when n % 10 < 9 then 'google-oauth2|' || (100000000000000000000::numeric + n)
  else 'github|' || (1000000 + n) end)`
const email = `'person-' || n || '@people.example'`
const isVerified = `(n % 50 <> 0)`

const pick = (words: string[], n: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[(${n}) % ${words.length} + 1]`
const firstName = pick(
  ['Ada', 'Bruno', 'Chidi', 'Dewi', 'Elena', 'Farid', 'Grace', 'Hiro', 'Ines', 'Jonas', 'Kaia'],
  'n',
)
const lastName = pick(
  [
    'Abara',
    'Bell',
    'Castro',
    'Diaz',
    'Eriksen',
    'Fischer',
    'Garcia',
    'Hansen',
    'Ito',
    'Jansen',
    'Kaur',
    'Lind',
    'Moreau',
  ],
  'n / 11',
)

/** One user in forty has accepted no terms, and one in ten of the others an older version. */
const termsVersion = (olderTerms: string, newestTerms: string) =>
  `case when n % 40 = 0 then null when n % 10 = 3 then '${olderTerms}' else '${newestTerms}' end`

export interface FillPlan {
  users: number
  workspaces: number
  olderTerms: string
  newestTerms: string
}

const series = (from: number, to: number) => `generate_series(${from}::bigint, ${to}::bigint) as n`

/** Returns the statements that insert users `from` to `to`, in foreign key order. */
export function peopleStatements(plan: FillPlan, from: number, to: number): string[] {
  const version = termsVersion(plan.olderTerms, plan.newestTerms)
  return [
    `insert into users (id, email, email_key, email_verified, auth0_id, first_name, last_name, nickname,
       discord_username, github_username, agreed_tos_version_id, reviewed_profile_at, default_workspace_id,
       quarantined_at, suspended_at, signup_at)
     select ${userId('n')}, ${email}, ${email}, ${isVerified}, ${subject}, ${firstName}, ${lastName}, 'person' || n,
       case when n % 4 = 0 then 'person.' || n end, case when n % 3 = 0 then 'person-' || n end,
       ${version}, case when n % 20 <> 0 then ${instantOf(userMs)} end,
       case when n <= ${plan.workspaces} then ${workspaceId('n')} end,
       case when n % 5000 = 0 then ${instantOf(userMs)} end, case when n % 3000 = 0 then ${instantOf(userMs)} end,
       ${instantOf(userMs)}
     from ${series(from, to)} on conflict do nothing`,
    `insert into identities (subject, user_id, email, is_email_verified, created_at, last_sign_in_at)
     select ${subject}, ${userId('n')}, ${email}, ${isVerified}, ${instantOf(userMs)}, ${instantOf(userMs)}
     from ${series(from, to)} on conflict do nothing`,
    `insert into tos_agreements (user_id, tos_version_id, agreed_at)
     select ${userId('n')}, ${version}, ${instantOf(userMs)}
     from ${series(from, to)} where n % 40 <> 0 on conflict do nothing`,
  ]
}

/** Returns the statements that insert workspaces `from` to `to`, each with an owner and up to three other members. */
export function workspaceStatements(plan: FillPlan, from: number, to: number): string[] {
  const created = instantOf(workspaceMs('n'))
  const owner = `((n - 1) % ${plan.users} + 1)`
  const other = `((n - 1 + 1 + at * 7919) % ${plan.users} + 1)`
  return [
    `insert into workspaces (id, display_name, description, instance_url, instance_env_type, is_approvals_enabled,
       creator_user_id, token, created_at)
     select ${workspaceId('n')}, 'Workspace ' || n, case when n % 3 = 0 then 'Number ' || n end,
       case when n % 10 < 6 then 'https://app.systeminit.com' when n % 10 < 8 then 'http://localhost:8080'
         else 'https://instance-' || n || '.example.com' end,
       (case when n % 10 < 6 then 'SI' when n % 10 < 8 then 'LOCAL' else 'PRIVATE' end)::instance_env_type,
       n % 8 = 0, ${userId(owner)}, md5('token ' || n) || md5('more ' || n), ${created}
     from ${series(from, to)} on conflict do nothing`,
    `insert into workspace_members (workspace_id, user_id, role, is_favourite, joined_at)
     select ${workspaceId('n')}, ${userId(owner)}, 'OWNER', n % 5 = 0, ${created}
     from ${series(from, to)} on conflict do nothing`,
    `insert into workspace_members (workspace_id, user_id, role, joined_at)
     select ${workspaceId('n')}, ${userId(other)},
       (case when (n + at) % 3 = 0 then 'APPROVER' else 'EDITOR' end)::workspace_role, ${created}
     from ${series(from, to)} cross join generate_series(0, 2) as at
     where at < n % 4 on conflict do nothing`,
  ]
}
