/** The calls of the page that approves a command-line tool. See docs/product/command-line.md#approving. */
import { cliSignIns, normalizeUserCode } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { clientNames } from '@portal/contract/oauth/oauth'
import { toolName } from '@portal/contract/sessions/device-name'
import { notFound } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findWaitingCode } from '../oauth/authorization-store.ts'
import * as actions from './cli-sign-in-actions.ts'

/** Formats a code the way the command line shows it. */
const withDash = (userCode: string) => userCode.replace(/^(.{4})/, '$1-')

export function cliSignInRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(cliSignIns.read, async ({ params, request }) => {
    const code = await findWaitingCode(database.orm, normalizeUserCode(params.userCode), now())
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
    await actions.approveSignIn(services, caller, normalizeUserCode(params.userCode))
    return undefined
  })

  server.serve(cliSignIns.deny, async ({ params }) => {
    await actions.denySignIn(services, normalizeUserCode(params.userCode))
    return undefined
  })

  server.serve(cliSignIns.approveLocal, async ({ body, caller, request }) => {
    const nonce = await actions.approveLocalSignIn(services, caller, {
      userAgent: null,
      ipAddress: request.ip,
    })
    return { redirectTo: `http://localhost:${body.port}/?nonce=${nonce}` }
  })

  server.serve(cliSignIns.redeem, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return { token: await actions.redeemNonce(services, query.nonce) }
  })
}
