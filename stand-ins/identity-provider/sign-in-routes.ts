import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type default as Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import { formField, rawField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { noticePage, sendPage } from '../serving/page.ts'
import { type Account, accountProviders, identityStandIn, providerOf } from './account.ts'
import { email, maxPasswordLength, password } from './account-routes.ts'
import { type AccountStore, accountExists } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { seededPeople } from './seeded-people.ts'
import { signInPage, signUpPage, socialPage } from './sign-in-pages.ts'
import type { Verification } from './verification.ts'

interface SignInParts {
  provider: Provider
  accounts: AccountStore
  verification: Verification
  settings: IdentitySettings
}

type Route = { Params: { uid: string; name: string } }
type Handler = (
  base: string,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  details: Interaction,
) => unknown

/** Registers the sign-in and sign-up pages. */
export function registerSignInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { provider, accounts, verification, settings } = parts

  /** Runs a handler with the sign-in in progress, or shows an error page if this browser has none. */
  const during = (handle: Handler) => async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw)
      return await handle(`/interaction/${details.uid}`, request, reply, details)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      const again = html`<a class="button" href="${settings.portalUrl}">Start again from the portal</a>`
      const sentence = 'It was already completed, or it has expired.'
      return sendPage(reply, 400, noticePage(identityStandIn, 'This sign-in has ended', sentence, again))
    }
  }
  const get = (path: string, handle: Handler) => app.get<Route>(`/interaction/:uid${path}`, during(handle))
  const post = (path: string, handle: Handler) => app.post<Route>(`/interaction/:uid${path}`, during(handle))

  async function finish({ raw }: FastifyRequest<Route>, reply: FastifyReply, account: Account) {
    const lastLoginAt = new Date().toISOString()
    await accounts.update(account, { lastLoginAt, loginsCount: account.loginsCount + 1 })
    const result = { login: { accountId: account.subject } }
    const options = { mergeWithLastSubmission: false }
    return reply.redirect(await provider.interactionResult(raw, reply.raw, result, options), 303)
  }

  get('', (base, _request, reply, { params }) =>
    sendPage(
      reply,
      200,
      params.screen_hint === 'signup' ? signUpPage(base) : signInPage(base, formField(params, 'login_hint')),
    ),
  )
  get('/sign-in', (base, _request, reply) => sendPage(reply, 200, signInPage(base)))
  get('/sign-up', (base, _request, reply) => sendPage(reply, 200, signUpPage(base)))

  post('/sign-in', async (base, request, reply) => {
    const address = formField(request.body, 'email')
    const secret = rawField(request.body, 'password').slice(0, maxPasswordLength)
    const account = await accounts.authenticate(address, secret)
    return account
      ? finish(request, reply, account)
      : sendPage(reply, 400, signInPage(base, address, 'Wrong email or password.'))
  })

  post('/sign-up', async (base, request, reply) => {
    const field = (name: string) => formField(request.body, name)
    const values = {
      email: field('email'),
      givenName: field('givenName'),
      familyName: field('familyName'),
      nickname: field('nickname'),
    }
    const refuse = (problem?: string) => sendPage(reply, 400, signUpPage(base, values, problem))
    const secret = rawField(request.body, 'password')
    const { error } = z.safeParse(z.object({ email, password }), { ...values, password: secret })
    if (error) return refuse(error.issues[0]?.message)
    const account = await accounts.create({ ...values, password: secret, provider: 'auth0' })
    if (!account) return refuse(`${accountExists} Sign in instead.`)
    await verification.send(account)
    return finish(request, reply, account)
  })

  post('/as', (base, request, reply) => {
    const account = accounts.find(formField(request.body, 'subject'))
    const isOffered =
      account &&
      (providerOf(account) !== 'auth0' || seededPeople.some((one) => one.subject === account.subject))
    return isOffered
      ? finish(request, reply, account)
      : sendPage(reply, 400, signInPage(base, '', 'Choose an account.'))
  })

  const socialName = ({ params }: FastifyRequest<Route>) =>
    accountProviders.find((name) => name !== 'auth0' && name === params.name)
  get('/social/:name', (base, request, reply) => {
    const name = socialName(request)
    if (!name) return reply.callNotFound()
    const known = accounts.list().filter((account) => providerOf(account) === name)
    return sendPage(reply, 200, socialPage(base, name, known))
  })
  post('/social/:name', async (base, request, reply) => {
    const provider = socialName(request)
    if (!provider) return reply.callNotFound()
    const { data, error } = z.safeParse(email, formField(request.body, 'email'))
    if (error) return sendPage(reply, 400, socialPage(base, provider, [], error.issues[0]?.message))
    const account =
      accounts.findByEmail(provider, data) ??
      (await accounts.create({ email: data, emailVerified: true, provider }))
    return account ? finish(request, reply, account) : reply.callNotFound()
  })
}
