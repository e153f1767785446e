/**
 * What happens to the rows of every table when an account or a workspace is erased, and which part of the data download holds
 * them. `features/purge/personal-data.test.ts` compares this list with the schema and with what the purge leaves.
 */

/** No id of an erased account or workspace is left in the column, because its row is gone or the column is empty. */
const erased = 'erased'
/** The id stays after the erasure, for this reason. */
const kept = (reason: string) => ({ kept: reason })
/** The table is not in the data download, for this reason. */
const notDownloaded = (reason: string) => ({ notDownloaded: reason })

const emptyRow = 'The account remains as an empty row, so its id identifies no user.'
const creatorOfOthers = kept(`The row belongs to a workspace of others. ${emptyRow}`)
const onlyDigests = notDownloaded('It has only digests of secrets, and dates.')

export interface TableTreatment {
  /** Every column that refers to a user, a workspace or a row of another table. */
  columns: Record<string, typeof erased | { kept: string }>
  /** The part of the data download that has these rows. */
  download: string | { notDownloaded: string }
}

export const personalData: Record<string, TableTreatment> = {
  account_joins: {
    columns: { user_id: erased, undone_by_user_id: creatorOfOthers },
    download: 'accountJoins',
  },
  auth_token_refusals: { columns: { token_id: erased }, download: 'refusedTokenUses' },
  auth_token_secrets: {
    columns: { token_id: erased, shown_to_user_id: creatorOfOthers },
    download: 'tokenRotations',
  },
  auth_tokens: {
    columns: {
      user_id: kept(`It names the creator of a service account's token. ${emptyRow}`),
      workspace_id: erased,
      session_id: erased,
      service_account_id: erased,
      revoked_by_user_id: creatorOfOthers,
    },
    download: 'tokens',
  },
  billing_accounts: { columns: { user_id: erased }, download: 'billing' },
  billing_events: { columns: {}, download: notDownloaded('It has only ids of webhook events.') },
  cli_nonces: { columns: { session_id: erased }, download: notDownloaded('It expires within minutes.') },
  device_codes: { columns: { session_id: erased }, download: notDownloaded('It expires within minutes.') },
  exchange_counts: {
    columns: { service_account_id: erased, workspace_id: erased },
    download: notDownloaded('It has only counts of a workspace.'),
  },
  handoff_codes: {
    columns: { user_id: erased, workspace_id: erased, session_id: erased },
    download: notDownloaded('It expires within a minute.'),
  },
  idempotency_keys: {
    columns: { user_id: erased },
    download: notDownloaded('It is deleted after a day, and what it created is in the download.'),
  },
  identities: { columns: { user_id: erased }, download: 'identities' },
  invitation_codes: { columns: { invitation_id: erased }, download: onlyDigests },
  ownership_offers: {
    columns: { workspace_id: erased, from_user_id: erased, to_user_id: erased },
    download: 'ownershipOffers',
  },
  pending_joins: { columns: { user_id: erased }, download: notDownloaded('It expires within minutes.') },
  rate_limits: { columns: {}, download: notDownloaded('It has only counts, which expire within a day.') },
  refresh_tokens: { columns: { session_id: erased }, download: onlyDigests },
  service_accounts: {
    columns: { workspace_id: erased, created_by_user_id: creatorOfOthers },
    download: 'serviceAccounts',
  },
  sessions: { columns: { user_id: erased }, download: 'sessions' },
  sign_in_attempts: { columns: {}, download: notDownloaded('It expires within minutes.') },
  sign_in_devices: { columns: { user_id: erased }, download: 'devices' },
  staff_records: {
    columns: {
      staff_user_id: kept(`The record shows that staff acted. ${emptyRow}`),
      about_user_id: kept(`The record shows that staff acted. Its contents are erased. ${emptyRow}`),
      about_workspace_id: kept('The record shows that staff acted. Its contents are erased.'),
    },
    download: 'staffRecords',
  },
  token_exchanges: {
    columns: { service_account_id: erased, workspace_id: erased },
    download: notDownloaded('It is about pipelines of a workspace, and names no user.'),
  },
  tos_agreements: { columns: { user_id: erased }, download: 'agreements' },
  trust_rules: {
    columns: {
      service_account_id: erased,
      workspace_id: erased,
      created_by_user_id: creatorOfOthers,
    },
    download: 'trustRules',
  },
  used_identity_tokens: {
    columns: {},
    download: notDownloaded('It has only digests, which expire with their tokens.'),
  },
  users: {
    columns: {
      default_workspace_id: erased,
      quarantined_by_user_id: creatorOfOthers,
      suspended_by_user_id: creatorOfOthers,
    },
    download: 'account',
  },
  workspace_activity: {
    columns: {
      workspace_id: erased,
      actor_user_id: kept(`The members of the workspace still see what was done. ${emptyRow}`),
      actor_service_account_id: erased,
    },
    download: 'activity',
  },
  workspace_invitations: {
    columns: {
      workspace_id: erased,
      invited_by_user_id: creatorOfOthers,
      accepted_by_user_id: creatorOfOthers,
    },
    download: 'invitationsByMe',
  },
  workspace_members: { columns: { workspace_id: erased, user_id: erased }, download: 'memberships' },
  workspaces: {
    columns: {
      creator_user_id: erased,
      address_set_by_user_id: creatorOfOthers,
      quarantined_by_user_id: creatorOfOthers,
      deleted_by_user_id: erased,
    },
    download: 'ownedWorkspaces',
  },
}
