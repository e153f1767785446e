/** The calls of the page that approves a command-line tool. See docs/product/command-line.md#approving. */
import { cliSignIns, normalizeUserCode } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { dayMs, minuteMs } from '@portal/contract/durations'
import { siCliSessionDays } from '@portal/contract/limits'
import { clientNames, siCliClientId } from '@portal/contract/oauth/oauth'
import { toolName } from '@portal/contract/sessions/device-name'
import { ulid } from 'ulid'
import { openText, sealText } from '../../crypto/sealed-text.ts'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { Caller } from '../../guard/caller.ts'
import { requireOpenCredential } from '../../guard/credential-store.ts'
import { notFound, Refusal, sessionEnded } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockPausesForShare } from '../account/account-store.ts'
import * as store from '../oauth/authorization-store.ts'
import { mailNewTool } from '../sessions/identity-notice-actions.ts'
import { insertSession } from '../sessions/session-store.ts'

const nonceLifetimeMs = minuteMs
const siCliSessionMs = siCliSessionDays * dayMs

/** Formats a code the way the command line shows it. */
const withDash = (userCode: string) => userCode.replace(/^(.{4})/, '$1-')

export function cliSignInRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(cliSignIns.read, async ({ params, request }) => {
    const code = await store.findWaitingCode(database.orm, normalizeUserCode(params.userCode), now())
    if (!code) throw notFound('code')
    return {
      userCode: withDash(code.userCode),
      clientName: clientNames[code.clientId] ?? code.clientId,
      device: toolName(code.userAgent),
      ipAddress: code.ipAddress,
      isSameAddress: code.ipAddress === request.ip,
      createdAt: code.createdAt.toISOString(),
      expiresAt: code.expiresAt.toISOString(),
    }
  })

  server.serve(cliSignIns.approve, async ({ params, caller }) => {
    await approveSignIn(services, caller, normalizeUserCode(params.userCode))
    return undefined
  })

  server.serve(cliSignIns.deny, async ({ params }) => {
    const at = now()
    if (!(await store.answerCode(database.orm, normalizeUserCode(params.userCode), at, { deniedAt: at })))
      throw notFound('code')
    return undefined
  })

  server.serve(cliSignIns.approveLocal, async ({ body, caller, request }) => {
    const nonce = await approveLocalSignIn(services, caller, request.ip)
    return { redirectTo: `http://localhost:${body.port}/?nonce=${nonce}` }
  })

  server.serve(cliSignIns.redeem, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    const taken = await store.takeNonce(database.orm, hashOf(query.nonce))
    const token = taken && taken.expiresAt > now() ? openText(query.nonce, taken.sealedToken) : undefined
    if (token === undefined)
      throw new Refusal('InvalidCode', 'The nonce is invalid, expired or already used. Sign in again.')
    return { token }
  })
}

/** What a command-line session inherits from the portal session that approves it. */
function approvedBy({ person, subject, authenticatedAt }: Caller) {
  return {
    userId: person.id,
    subject: subject ?? '',
    providerToken: null,
    authenticatedAt: authenticatedAt ?? null,
  }
}

/**
 * The session that approves may have ended since the guard checked it, for example because the user signed it out everywhere.
 * @throws Refusal `SessionEnded`
 */
async function requireOpenSession(tx: Orm, caller: Caller): Promise<void> {
  const pauses = await lockPausesForShare(tx, caller.person.id)
  if (!pauses || pauses.quarantinedAt || pauses.suspendedAt) throw sessionEnded()
  await requireOpenCredential(tx, caller)
}

/** Approves a pending code and creates its session. Throws `NotFound` if the code was already answered. */
export async function approveSignIn(services: Services, caller: Caller, userCode: string): Promise<void> {
  const { database, now } = services
  const at = now()
  await database.transaction(async (tx) => {
    await requireOpenSession(tx, caller)
    const code = await store.findWaitingCode(tx, userCode, at)
    if (!code) throw notFound('code')
    const sessionId = ulid(at.getTime())
    await insertSession(tx, {
      ...approvedBy(caller),
      id: sessionId,
      // Replaced when the tool redeems its code. Until then the session has no token, and it expires with the code.
      tokenHash: hashOf(newSecret()),
      clientId: code.clientId,
      accessExpiresAt: at,
      userAgent: code.userAgent,
      ipAddress: code.ipAddress,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: code.expiresAt,
    })
    if (!(await store.answerCode(tx, userCode, at, { sessionId }))) throw notFound('code')
    const tool = toolName(code.userAgent)
    await mailNewTool(services, tx, caller.person, { tool, ipAddress: code.ipAddress, at })
  })
}

/** Creates the session of a `si` CLI and returns the nonce that fetches its token. */
export async function approveLocalSignIn(
  services: Services,
  caller: Caller,
  ipAddress: string,
): Promise<string> {
  const { database, signer, now } = services
  const at = now()
  const expiresAt = new Date(at.getTime() + siCliSessionMs)
  const sessionId = ulid(at.getTime())
  const userId = caller.person.id
  const token = await signer.signForCli({ tokenId: sessionId, userId, issuedAt: at, expiresAt })
  const nonce = newSecret()
  await database.transaction(async (tx) => {
    await requireOpenSession(tx, caller)
    await insertSession(tx, {
      ...approvedBy(caller),
      id: sessionId,
      tokenHash: hashOf(token),
      clientId: siCliClientId,
      accessExpiresAt: expiresAt,
      userAgent: null,
      ipAddress,
      createdAt: at,
      lastSeenAt: at,
      expiresAt,
    })
    await store.insertNonce(tx, {
      nonceHash: hashOf(nonce),
      sealedToken: sealText(nonce, token),
      sessionId,
      expiresAt: new Date(at.getTime() + nonceLifetimeMs),
    })
    const tool = clientNames[siCliClientId] ?? siCliClientId
    await mailNewTool(services, tx, caller.person, { tool, ipAddress, at })
  })
  return nonce
}
