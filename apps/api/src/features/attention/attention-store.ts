/** Finds what a user should act on in all of their workspaces. See docs/product/workspaces.md#attention. */
import { type AttentionKind, attentionExpiryDays } from '@portal/contract/attention/attention'
import { dayMs } from '@portal/contract/durations'
import { memberRights } from '@portal/contract/members/members'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { oldSecretIdleAfterMs } from '@portal/contract/tokens/old-secrets'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import type { NamedQueries } from '../../db/database.ts'
import type { ListPage } from '../../http/lists/list-page.ts'

export interface AttentionRow {
  kind: AttentionKind
  workspaceId: string
  id: string
  name: string
  at: Date
  lastUsedAt: Date | null
}

/** The order of the list. A token can be listed twice, with different kinds. */
export type AttentionKey = readonly [at: string, kind: string, id: string]

export const keyOfAttention = ({ at, kind, id }: AttentionRow): AttentionKey => [at.toISOString(), kind, id]

/**
 * The active tokens that the user may change, as `mayChangeToken` of the contract has it. Those of a disabled service account can't
 * act, and those of trust rules end with the run of a pipeline.
 */
const changeableTokens = `
  mine join auth_tokens tokens on tokens.workspace_id = mine.workspace_id
    and tokens.kind = 'api' and tokens.revoked_at is null and tokens.expires_at > $2 and tokens.trust_rule_id is null
  left join service_accounts accounts on accounts.id = tokens.service_account_id
  where accounts.disabled_at is null and case when tokens.service_account_id is null
    then tokens.user_id = mine.user_id or mine.role::text = any($4) else mine.role::text = any($5) end`

const secretsOfToken = 'auth_token_secrets secrets where secrets.token_id = tokens.id'

// An expiring token needs attention only if it was made for longer, as for the expiry notices. An old secret needs it while
// `isOldSecretInUse` of the contract is true.
export const attentionOfUser = `
  with mine as (
    select members.workspace_id, members.user_id, members.role from workspace_members members
    join workspaces on workspaces.id = members.workspace_id
      and workspaces.deleted_at is null and workspaces.quarantined_at is null
    where members.user_id = $1
  )
  select kind, "workspaceId", id, name, at, "lastUsedAt" from (
    select 'tokenExpires' as kind, tokens.workspace_id as "workspaceId", tokens.id, tokens.name, tokens.expires_at as at,
      tokens.last_used_at as "lastUsedAt"
    from ${changeableTokens}
      and tokens.expires_at <= $3
      and tokens.expires_at - coalesce((select max(secrets.created_at) from ${secretsOfToken}), tokens.created_at)
        > $3::timestamptz - $2::timestamptz
    union all
    select 'oldSecretUsed', tokens.workspace_id, tokens.id, tokens.name, least(old.retires_at, old.expires_at),
      old.last_used_at
    from (select mine.workspace_id, tokens.id, tokens.name from ${changeableTokens} and tokens.is_rotated) tokens
    cross join lateral (
      select secrets.* from ${secretsOfToken} and secrets.retires_at > $2 and secrets.expires_at > $2
        and secrets.last_used_at > greatest($11::timestamptz, (
          select max(newest.created_at) from auth_token_secrets newest
          where newest.token_id = tokens.id and newest.retires_at is null
        ))
      order by secrets.last_used_at desc limit 1
    ) old
    union all
    select 'invitationExpired', invitations.workspace_id, invitations.id, invitations.email, invitations.expires_at, null
    from mine join workspace_invitations invitations on invitations.workspace_id = mine.workspace_id
    where mine.role::text = any($6) and invitations.expires_at <= $2
      and invitations.accepted_at is null and invitations.declined_at is null and invitations.withdrawn_at is null
      and not exists (
        select from workspace_members members join users on users.id = members.user_id
        where members.workspace_id = mine.workspace_id and users.email_key = invitations.email_key
      )
  ) listed
  where $7::timestamptz is null or (at, kind, id) > ($7, $8, $9)
  order by at, kind, id limit $10`

/** The values of `attentionOfUser`. */
export const attentionValues = (
  userId: string,
  now: Date,
  { limit, after }: ListPage<AttentionKey>,
): unknown[] => [
  userId,
  now,
  new Date(now.getTime() + attentionExpiryDays * dayMs),
  tokenRights.revokeToken.roles,
  serviceAccountRights.manageServiceAccounts.roles,
  memberRights.inviteMember.roles,
  after?.[0] ?? null,
  after?.[1] ?? null,
  after?.[2] ?? null,
  limit,
  new Date(now.getTime() - oldSecretIdleAfterMs),
]

/** Lists one page, earliest first. */
export const listAttention = (
  database: NamedQueries,
  userId: string,
  now: Date,
  page: ListPage<AttentionKey>,
): Promise<AttentionRow[]> =>
  database.query({
    name: 'attention_of_user',
    text: attentionOfUser,
    values: attentionValues(userId, now, page),
  })
