/** The authenticated caller of a request, as the access guard resolves it. */
import type { Credential } from '@portal/contract/access'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { ServiceAccountRef } from '@portal/contract/service-accounts/service-accounts'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import type { TrustRuleRef } from '@portal/contract/trust-rules/trust-rule-ref'
import type { users } from '../features/account/user-table.ts'
import type { personColumns } from './person-store.ts'

/** The user columns that a request needs. They are read in the same query as the credential. */
export type Person = Pick<typeof users.$inferSelect, keyof typeof personColumns>

/** The workspace of a request, with the caller's role in it. */
export interface Standing {
  workspaceId: string
  role: WorkspaceRole
  quarantinedAt: Date | null
}

export interface Caller {
  kind: Exclude<Credential, 'manage'>
  person: Person
  /** Set for a session, of a browser or of a command-line tool. */
  sessionId?: string
  /** Whether the session belongs to a command-line tool. */
  isCommandLine?: boolean
  /** The command-line tool that the session belongs to. Null for a browser. */
  clientId?: string | null
  /** The identity that signed in. Set for a session. */
  subject?: string
  /**
   * When the user last proved who they are at the identity provider. Null for a session from before this was stored. Missing
   * for instance and API tokens, which never count as a fresh sign-in.
   */
  authenticatedAt?: Date | null
  /** Set for an instance or API token, which may access only this workspace. */
  token?: {
    id: string
    name: string
    permission: TokenPermission
    /** The user id in the token. For a service account, the owner when the token was signed. */
    userId: string
    workspaceId: string
    isWorkspaceQuarantined: boolean
    /** The service account that acts. The person is then the owner of its workspace. */
    serviceAccount?: ServiceAccountRef | undefined
    /** The trust rule that issued the token to a pipeline. */
    trustRule?: TrustRuleRef | undefined
  }
  /** Set when the call names a workspace that the user is a member of, and always for a token. */
  standing?: Standing
}

interface ServiceAccountColumns {
  serviceAccountId?: string | null
  serviceAccountName?: string | null
}

/** The service account of a token, a rule or an action. Null for those of a user. */
export const serviceAccountOf = ({
  serviceAccountId: id = null,
  serviceAccountName: name = null,
}: ServiceAccountColumns): ServiceAccountRef | null => (id === null || name === null ? null : { id, name })

export interface SessionLookUp {
  sessionHash: Uint8Array
  /** Whether the token was sent as a Bearer token. Only the tokens of command-line sessions are. */
  isBearer: boolean
  ipAddress: string
  /** The caller's standing is loaded for this workspace. A non-member has none, and neither does a deleted workspace. */
  workspaceId: string | undefined
}

/** The request that uses a token, as the token's owner sees it. */
export interface TokenUse {
  ipAddress: string
  userAgent: string | undefined
  /** Method and path pattern, such as `GET /whoami`. */
  call: string
}

/** Finds the caller of a credential. */
export interface Authenticator {
  /** Finds the session with a single query. Throws `NotSignedIn`, `SessionEnded` or, for a command-line session, `TokenExpired`. */
  fromSession(lookUp: SessionLookUp): Promise<Caller>
  /** Throws `NotSignedIn`, `TokenExpired`, `TokenRevoked` or `TokenPaused`. The standing is that of the token's workspace. */
  fromToken(token: string, use: TokenUse): Promise<Caller>
  isStaff(person: Person): boolean
  needsTosUpdate(person: Person): boolean
}
