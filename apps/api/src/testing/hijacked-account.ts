/** An account that another person opened with the user's address, for tests of what a no to "Is it yours?" ends. */
import { account } from '@portal/contract/account/account'
import { accountJoins } from '@portal/contract/account-joins/account-joins'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { eq } from 'drizzle-orm'
import { users } from '../features/account/user-table.ts'
import type { TestApp } from './build-test-app.ts'
import { addMember, makeWorkspace, type UserRow } from './factories.ts'
import { makeSignedIn, type SignedIn } from './make-signed-in.ts'
import { signInThroughProvider } from './sign-in-through-provider.ts'

export const victimEmail = 'victim@example.com'
const attacker = 'auth0|attacker'
const victim = 'github|victim'

export interface HijackedAccount {
  userId: string
  /** The session of the person who opened the account. */
  session: string
  user: UserRow
  /** Signs in with another way, and returns the function that says that another person opened the account. */
  ask: () => Promise<() => Promise<number>>
}

export async function makeHijackedAccount(test: TestApp): Promise<HijackedAccount> {
  test.identity.add({ subject: attacker, email: victimEmail, isEmailVerified: false })
  await signInThroughProvider(test, attacker)
  test.identity.add({ subject: attacker, email: victimEmail })
  const { session = '' } = await signInThroughProvider(test, attacker)
  test.identity.add({ subject: victim, email: victimEmail })
  const userId = (await test.send(account.whoami, {}, { session })).body.user.id
  const { versionId } = test.services.terms
  const [user] = await test.database.orm
    .update(users)
    .set({ agreedTosVersionId: versionId, reviewedProfileAt: new Date() })
    .where(eq(users.id, userId))
    .returning()
  if (!user) throw new Error('The account is gone')
  const ask = async () => {
    const { question: cookie } = await signInThroughProvider(test, victim)
    const as = { headers: { cookie, origin: test.config.PORTAL_URL } }
    return async () => (await test.send(accountJoins.deny, { body: { keepInvitationIds: [] } }, as)).status
  }
  return { userId, session, user, ask }
}

/** Says that another person opened the account. Returns the status. */
export const deny = async ({ ask }: HijackedAccount) => (await ask())()

/** Staff give the account back. Returns the status. */
export async function undoDenial(test: TestApp, { userId }: HijackedAccount): Promise<number> {
  const staff = await makeSignedIn(test, { email: `staff-${Math.random()}@systeminit.com` })
  const body = { reason: 'The other owner asked us to.' }
  return (await test.send(staffAccounts.undoJoin, { params: { userId }, body }, staff)).status
}

/** A workspace of another user, where the account is an approver. */
export async function makeForeignWorkspace(test: TestApp, { user }: HijackedAccount) {
  const owner = await makeSignedIn(test, { email: 'third@example.com' })
  const workspace = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, workspace, user, 'APPROVER')
  const params = { workspaceId: workspace.id }
  const created = await test.send(serviceAccounts.create, { params, body: { name: 'bot' } }, owner)
  const serviceAccountId = created.body.serviceAccount.id
  return { owner, workspace, params, serviceAccountId }
}
export type ForeignWorkspace = Awaited<ReturnType<typeof makeForeignWorkspace>>

/** Invites an address, and returns the id of the invitation. */
export async function inviteAs(
  test: TestApp,
  { params }: Pick<ForeignWorkspace, 'params'>,
  as: { session: string },
  email: string,
): Promise<string> {
  const { body } = await test.send(members.invite, { params, body: { email, role: 'APPROVER' } }, as)
  return body.find((row) => row.email === email)?.invitation?.id ?? ''
}

/** A member whom the account invited. */
export async function makeAccomplice(
  test: TestApp,
  { session }: HijackedAccount,
  foreign: ForeignWorkspace,
): Promise<SignedIn> {
  const accomplice = await makeSignedIn(test, { email: 'accomplice@example.com' })
  const invitationId = await inviteAs(test, foreign, { session }, accomplice.user.email)
  await test.send(invitations.accept, { params: { invitationId } }, accomplice)
  return accomplice
}

/** Creates an API token, of the service account or of the caller. */
export async function createTokenAs(
  test: TestApp,
  { params }: Pick<ForeignWorkspace, 'params'>,
  as: { session: string },
  serviceAccountId?: string,
) {
  const body = { name: 'Nightly', expiration: '30d', serviceAccountId }
  const reply = await test.send(tokens.create, { params, body }, as)
  return { id: reply.body.authToken?.id ?? '', token: reply.body.token, errorType: reply.errorType }
}

/** Whether a token works: `works`, or the type of the error. */
export const tokenState = async (test: TestApp, bearer: string) =>
  (await test.send(account.whoami, {}, { bearer })).errorType ?? 'works'
