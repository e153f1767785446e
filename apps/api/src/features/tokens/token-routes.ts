/** API tokens of a workspace. Each change records one activity (docs/product/tokens.md). */
import { defaultTokenExpiration } from '@portal/contract/limits'
import { siCliClientId } from '@portal/contract/oauth/oauth'
import { cleanLine } from '@portal/contract/text/clean-line'
import { parseTimeString } from '@portal/contract/text/time-string'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { ulid } from 'ulid'
import { checkLimit } from '../../guard/account-limits.ts'
import { requireFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { invalid, notSignedIn, Refusal } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockPersonForKeyShare } from '../account/account-store.ts'
import { checkMayMakeCredentials } from '../service-accounts/service-account-actions.ts'
import {
  changeMembership,
  changeWorkspace,
  type MembershipChange,
} from '../workspaces/workspace-change-actions.ts'
import * as store from './api-token-store.ts'
import { mailOwnerAboutCredential } from './credential-notice-actions.ts'
import { requireManaged, requireToken, signSecret, tokenBody } from './token-actions.ts'
import { checkMayChange, checkWorks, parseTokenLifetime } from './token-rules.ts'
import { revokeToken } from './token-store.ts'

type TokenChange = typeof tokens.rename | typeof tokens.revoke | typeof tokens.pause | typeof tokens.resume

export function tokenRoutes(server: Server, services: Services): void {
  const { config, now } = services
  const db = services.database.orm
  const body = (row: store.ApiTokenRow) => tokenBody(row, now())

  server.serve(tokens.list, async (ask) => {
    const { workspaceId } = ask.params
    const rows = await readListPage(services, ask, {
      call: tokens.list,
      keyOf: store.keyOfToken,
      findKey: (id) => store.findTokenKey(db, workspaceId, id),
      read: async (page) => store.managedTokens(db, workspaceId, page),
    })
    return { authTokens: rows.map(body), maxLifetimeMs: config.API_TOKEN_MAX_LIFETIME }
  })

  server.serve(tokens.mine, async (ask) => {
    const rows = await readListPage(services, ask, {
      call: tokens.mine,
      keyOf: store.keyOfToken,
      read: (page) => store.listOwnApiTokens(db, ask.caller.person.id, now(), page),
    })
    return { authTokens: rows.map((row) => ({ ...body(row), workspace: row.workspace })) }
  })

  /**
   * Decides what a new token may do. The `si` CLI can't sign in again and sends no permission: approving it needed a fresh sign-in
   * and said that it creates such tokens.
   * @throws Refusal `FreshSignInRequired`, or `ValidationError` for a service account's token that would do more than read.
   */
  function permissionOf(
    { caller, body: { permission, serviceAccountId } }: Ask<typeof tokens.create>,
    lifetimeMs: number,
  ): TokenPermission {
    const isOfSiCli =
      caller.clientId === siCliClientId &&
      serviceAccountId === undefined &&
      lifetimeMs <= (parseTimeString(defaultTokenExpiration) ?? 0)
    if (!isOfSiCli) requireFreshSignIn(caller, config, now())
    const decided = permission ?? (isOfSiCli ? 'manage' : 'read')
    if (decided === 'manage' && serviceAccountId !== undefined)
      throw invalid('permission', "A service account's tokens can only read.")
    return decided
  }

  server.serve(tokens.create, async (ask) => {
    const { workspaceId } = ask.params
    const by = ask.caller.person
    const { expiration = defaultTokenExpiration, serviceAccountId = null } = ask.body
    const lifetimeMs = parseTokenLifetime(expiration, config.API_TOKEN_MAX_LIFETIME)
    const permission = permissionOf(ask, lifetimeMs)
    const name = cleanLine(ask.body.name)
    // Locks the workspace, so that concurrent creations can't exceed the limit.
    const { row, secret } = await changeWorkspace(services, tokens.create, ask, async (change) => {
      const { tx, workspace, at, record } = change
      // A token created while its creator's account is deleted would stay active.
      if (!(await lockPersonForKeyShare(tx, by.id))) throw notSignedIn()
      const account =
        serviceAccountId && (await requireManaged(tx, { workspaceId, serviceAccountId }, workspace.role, at))
      if (account) await checkMayMakeCredentials(services, tx, workspace)
      const expiresAt = new Date(at.getTime() + lifetimeMs)
      const { result: tokenId, isRepeated } = await createOnce(tx, ask, at, async () => {
        checkLimit('tokensOfWorkspace', await store.countActiveApiTokens(tx, workspaceId, at), config)
        const id = ulid(at.getTime())
        const of = { userId: by.id, workspaceId, serviceAccountId }
        await store.insertApiToken(tx, { id, ...of, permission, name, createdAt: at, expiresAt })
        await record(
          'token.created',
          store.tokenSubject({ name, serviceAccountName: account ? account.name : null }),
        )
        const credential = { workspaceId, kind: 'API token', permission, name } as const
        await mailOwnerAboutCredential(services, tx, { ...credential, by, at })
        return id
      })
      if (isRepeated) throw secretNotRepeated(name)
      const created = await requireToken(tx, { workspaceId, tokenId })
      return { row: created, secret: { secretId: tokenId, issuedAt: at, expiresAt } }
    })
    return { authToken: body(row), token: await signSecret(services, row, secret) }
  })

  server.serve(tokens.read, async ({ params }) => ({ authToken: body(await requireToken(db, params)) }))

  /** Runs a change of a token that the caller may change. */
  const changeToken = <T>(
    ask: Ask<TokenChange>,
    right: 'renameToken' | 'revokeToken',
    work: (change: MembershipChange & { token: store.ApiTokenRow }) => Promise<T>,
  ): Promise<T> =>
    changeMembership(services, ask, async (change) => {
      const token = await requireToken(change.tx, ask.params)
      checkMayChange(token, { userId: ask.caller.person.id, role: change.role }, right)
      return work({ ...change, token })
    })

  server.serve(tokens.rename, async (ask) => {
    const name = cleanLine(ask.body.name)
    return changeToken(ask, 'renameToken', async ({ tx, token, record }) => {
      if (name === token.name) return { authToken: body(token) }
      await store.updateApiToken(tx, token.id, { name })
      await record('token.renamed', `${store.tokenSubject(token)} → ${name}`)
      return { authToken: body({ ...token, name }) }
    })
  })

  server.serve(tokens.revoke, async (ask) =>
    changeToken(ask, 'revokeToken', async ({ tx, token, at, record }) => {
      if (await revokeToken(tx, token.id, ask.caller.person.id, at))
        await record('token.revoked', store.tokenSubject(token))
      return undefined
    }),
  )

  // A second pause replaces the first.
  server.serve(tokens.pause, async (ask) => {
    const duration = ask.body.for
    return changeToken(ask, 'revokeToken', async ({ tx, token, at, record }) => {
      checkWorks(token, at)
      const pausedUntil = new Date(at.getTime() + (parseTimeString(duration) ?? 0))
      await store.updateApiToken(tx, token.id, { pausedUntil })
      await record('token.paused', `${store.tokenSubject(token)}, for ${duration}`)
      return { authToken: body({ ...token, pausedUntil }) }
    })
  })

  server.serve(tokens.resume, async (ask) =>
    changeToken(ask, 'revokeToken', async ({ tx, token, at, record }) => {
      if (!token.pausedUntil || token.pausedUntil <= at) return { authToken: body(token) }
      await store.updateApiToken(tx, token.id, { pausedUntil: null })
      await record('token.resumed', store.tokenSubject(token))
      return { authToken: body({ ...token, pausedUntil: null }) }
    }),
  )

  server.serve(tokens.refusals, async ({ params }) => {
    const { id } = await requireToken(db, params)
    const rows = await store.listRefusals(db, id)
    return { refusals: rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row })) }
  })
}

const secretNotRepeated = (name: string) =>
  new Refusal(
    'Conflict',
    `This request already created the token “${name}”, and its secret was only in the first response. If you don't have the secret, revoke this token and generate another, because secrets are not stored.`,
  )
