/** Reading the email verification from the identity provider. See docs/product/account.md#email-verification. */
import { account } from '@portal/contract/account/account'
import type { Caller } from '../../guard/caller.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readSessionCookie } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { refreshFromProvider, resendVerification } from './provider-profile-actions.ts'
import { userBody } from './user-body.ts'

function sessionOf(caller: Caller): Caller & { sessionId: string; subject: string } {
  const { sessionId, subject } = caller
  if (sessionId === undefined || subject === undefined) throw new Error('This call requires a portal session')
  return { ...caller, sessionId, subject }
}

export function verificationRoutes(server: Server, services: Services): void {
  const { config } = services

  server.serve(account.refreshAuth0Profile, async ({ caller, request }) => {
    const sessionToken = readSessionCookie(request, config) ?? ''
    const person = await refreshFromProvider(services, sessionOf(caller), sessionToken)
    if (!person) throw notFound('account')
    return { user: userBody(person, server.guard.authenticator) }
  })

  server.serve(account.resendEmailVerification, async ({ caller, request }) => {
    await resendVerification(services, sessionOf(caller), readSessionCookie(request, config) ?? '')
    return undefined
  })
}
