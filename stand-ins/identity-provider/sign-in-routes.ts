import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Interaction, type default as Provider } from 'oidc-provider'
import { formField, rawField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { sendPage } from '../serving/page.ts'
import { type Account, isAccountProvider, providerOf } from './account.ts'
import { isEmail, isPassword, maxEmailLength, maxPasswordLength } from './account-fields.ts'
import { AccountExists, type AccountStore } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { messagePage } from './plain-pages.ts'
import { seededPeople } from './seeded-people.ts'
import { signInPage, signUpPage, socialPage } from './sign-in-pages.ts'
import type { Verification } from './verification.ts'

interface SignInParts {
  provider: Provider
  accounts: AccountStore
  verification: Verification
  settings: IdentitySettings
}

type InteractionRequest = FastifyRequest<{ Params: { uid: string; name?: string } }>

function opensSignUp({ prompt, params }: Interaction): boolean {
  return prompt.name === 'create' || params.screen_hint === 'signup'
}

/** Registers the sign-in and sign-up pages. */
export function registerSignInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { provider, accounts, verification, settings } = parts

  /** Runs a handler with the sign-in in progress, or shows an error page if this browser has none. */
  function during(
    show: (base: string, request: InteractionRequest, reply: FastifyReply, details: Interaction) => unknown,
  ) {
    return async (request: InteractionRequest, reply: FastifyReply) => {
      try {
        const details = await provider.interactionDetails(request.raw, reply.raw)
        return await show(`/interaction/${details.uid}`, request, reply, details)
      } catch (error) {
        if (!(error instanceof errors.SessionNotFound)) throw error
        const again = html`<a class="button" href="${settings.portalUrl}">Start again from the portal</a>`
        const page = messagePage(
          'This sign-in has ended',
          'It was already completed, or it has expired.',
          again,
        )
        return sendPage(reply, 400, page)
      }
    }
  }

  async function finish(request: InteractionRequest, reply: FastifyReply, account: Account) {
    await accounts.recordSignIn(account)
    const result = { login: { accountId: account.subject }, create: {} }
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    })
    return reply.redirect(returnTo, 303)
  }

  app.get(
    '/interaction/:uid',
    during((base, _request, reply, details) => {
      const hint = formField(details.params, 'login_hint', maxEmailLength)
      return sendPage(reply, 200, opensSignUp(details) ? signUpPage(base) : signInPage(base, hint))
    }),
  )
  app.get(
    '/interaction/:uid/sign-in',
    during((base, _request, reply) => sendPage(reply, 200, signInPage(base))),
  )
  app.get(
    '/interaction/:uid/sign-up',
    during((base, _request, reply) => sendPage(reply, 200, signUpPage(base))),
  )

  app.post(
    '/interaction/:uid/sign-in',
    during(async (base, request, reply) => {
      const email = formField(request.body, 'email', maxEmailLength)
      const password = rawField(request.body, 'password').slice(0, maxPasswordLength)
      const account = await accounts.authenticate(email, password)
      return account
        ? finish(request, reply, account)
        : sendPage(reply, 400, signInPage(base, email, 'Wrong email or password.'))
    }),
  )

  app.post(
    '/interaction/:uid/sign-up',
    during(async (base, request, reply) => {
      const [email = '', givenName = '', familyName = '', nickname = ''] = [
        'email',
        'givenName',
        'familyName',
        'nickname',
      ].map((name) => formField(request.body, name))
      const values = { email, givenName, familyName, nickname }
      const password = rawField(request.body, 'password')
      const refuse = (problem: string) => sendPage(reply, 400, signUpPage(base, values, problem))
      if (!isEmail(email)) return refuse('Enter a valid email address.')
      if (!isPassword(password)) return refuse(`A password has 1 to ${maxPasswordLength} characters.`)
      try {
        const account = await accounts.create({ ...values, password, provider: 'auth0' })
        await verification.send(account)
        return await finish(request, reply, account)
      } catch (error) {
        if (error instanceof AccountExists) return refuse(`${error.message} Sign in instead.`)
        throw error
      }
    }),
  )

  app.post(
    '/interaction/:uid/as',
    during((base, request, reply) => {
      const account = accounts.find(formField(request.body, 'subject'))
      const isOffered =
        account &&
        (providerOf(account) !== 'auth0' || seededPeople.some((person) => person.subject === account.subject))
      return isOffered
        ? finish(request, reply, account)
        : sendPage(reply, 400, signInPage(base, '', 'Choose an account.'))
    }),
  )

  function social(
    show: (
      base: string,
      name: 'github' | 'google-oauth2',
      request: InteractionRequest,
      reply: FastifyReply,
    ) => unknown,
  ) {
    return during((base, request, reply) => {
      const { name } = request.params
      return isAccountProvider(name) && name !== 'auth0'
        ? show(base, name, request, reply)
        : reply.callNotFound()
    })
  }

  app.get(
    '/interaction/:uid/social/:name',
    social((base, name, _request, reply) => {
      const known = accounts.list().filter((account) => providerOf(account) === name)
      return sendPage(reply, 200, socialPage(base, name, known))
    }),
  )
  app.post(
    '/interaction/:uid/social/:name',
    social(async (base, name, request, reply) => {
      const email = formField(request.body, 'email')
      if (!isEmail(email))
        return sendPage(reply, 400, socialPage(base, name, [], 'Enter a valid email address.'))
      const details = { email, emailVerified: true, provider: name, password: null }
      return finish(request, reply, accounts.findByEmail(name, email) ?? (await accounts.create(details)))
    }),
  )
}
