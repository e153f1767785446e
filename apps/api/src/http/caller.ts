/** Who makes a request, as the guard found them. */
import type { Credential } from '@portal/contract/access'
import type { WorkspaceRole } from '@portal/contract/permissions'

/** The columns of a person that a request needs; read in the same query as the credential. */
export interface Person {
  id: string
  email: string
  emailVerified: boolean
  auth0Id: string | null
  firstName: string | null
  lastName: string | null
  nickname: string | null
  pictureUrl: string | null
  discordUsername: string | null
  githubUsername: string | null
  agreedTosVersionId: string | null
  reviewedProfileAt: Date | null
  defaultWorkspaceId: string | null
  quarantinedAt: Date | null
  suspendedAt: Date | null
  quarantineReason: string | null
  suspensionReason: string | null
  signupAt: Date
}

/** The workspace of a request, with the caller's role in it. */
export interface Standing {
  workspaceId: string
  role: WorkspaceRole
  quarantinedAt: Date | null
}

/** What a whole list is read from: the statement that finds the session answers it too. */
export type Along = 'workspaces' | 'members'

export interface Caller {
  kind: Credential
  person: Person
  /** Of a portal session. */
  sessionId?: string
  /** The identity that signed in, of a portal session. */
  subject?: string
  /** Of an instance or API token: the only workspace it may see. */
  token?: { id: string; workspaceId: string; isWorkspaceQuarantined: boolean }
  /** Where the call names a workspace, and always behind a token. */
  standing?: Standing
  /** The list that the call asked along, for its store to read. */
  along?: unknown
}

/** What a session is looked up with. */
export interface SessionLookUp {
  sessionToken: string
  ipAddress: string
  /** The caller has their standing there; a stranger, and anybody in a deleted workspace, has none. */
  workspaceId: string | undefined
  along: Along | undefined
}

/** What the guard asks of the features; `app.ts` puts it together. */
export interface Authenticator {
  /** All in one query. Throws `NotSignedIn` or `SessionEnded`. */
  fromSession(lookUp: SessionLookUp): Promise<Caller>
  /** Throws `NotSignedIn`, `TokenExpired` or `TokenRevoked`. The caller has the standing of the token's workspace. */
  fromToken(token: string, ipAddress: string): Promise<Caller>
  isStaff(person: Person): boolean
  needsTosUpdate(person: Person): boolean
}
