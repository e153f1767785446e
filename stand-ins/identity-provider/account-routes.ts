import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { html } from '../serving/html.ts'
import { parseBody, refuse } from '../serving/json-body.ts'
import { type Page, sendPage } from '../serving/page.ts'
import {
  type Account,
  accountProviders,
  fullName,
  identityStandIn,
  providerNames,
  providerOf,
} from './account.ts'
import { type AccountStore, accountExists } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'

export const maxPasswordLength = 256
const emailProblem = 'Enter a valid email address.'
const passwordProblem = `A password has 1 to ${maxPasswordLength} characters.`

export const email = z
  .string(emailProblem)
  .check(z.trim(), z.maxLength(254, emailProblem), z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/, emailProblem))
export const password = z
  .string(passwordProblem)
  .check(z.minLength(1, passwordProblem), z.maxLength(maxPasswordLength, passwordProblem))

const textProblem = 'Names and the picture are texts of at most 2048 characters.'
const text = z.nullish(z.string(textProblem).check(z.trim(), z.maxLength(2_048, textProblem)))
const newAccount = z.object({
  email,
  password: z.optional(password),
  provider: z._default(z.enum(accountProviders, 'provider is auth0, github or google-oauth2.'), 'auth0'),
  emailVerified: z.optional(z.boolean('emailVerified is true or false.')),
  givenName: text,
  familyName: text,
  nickname: text,
  picture: text,
})

/** Returns an account for a JSON response, without the password hash. */
function publicAccount(account: Account) {
  const { passwordHash: _, ...shown } = account
  return { ...shown, provider: providerOf(account) }
}

/** Lists the accounts and explains how scripts create more. */
function accountsPage(accounts: readonly Account[], { portalUrl, issuer }: IdentitySettings): Page {
  const rows = accounts.map((account) => {
    const name = fullName(account)
    return html`<tr><td>${account.email}${name !== account.email && html`<br><span class="soft">${name}</span>`}</td>
<td>${providerNames[providerOf(account)]}</td><td>${account.emailVerified ? 'Verified' : 'Not verified'}</td>
<td><code>${account.subject}</code></td></tr>`
  })
  const body = html`<div class="card">
<h1>Accounts</h1>
<p class="soft">You sign in from <a href="${portalUrl}">the portal</a>, which sends you here and takes you back.</p>
<table><thead><tr><th scope="col">Person</th><th scope="col">Signs in with</th><th scope="col">Email</th><th scope="col">Subject</th></tr></thead>
<tbody>${rows}</tbody></table>
</div>
<div class="card"><h2>For scripts</h2>
<pre>curl -X POST ${issuer}api/accounts -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","password":"password","emailVerified":true}'

curl -X PUT ${issuer}api/failure -H 'content-type: application/json' \\
  -d '{"mode":"down","forMs":30000}'</pre></div>`
  return { title: 'Accounts', standIn: identityStandIn, body, isWide: true }
}

/** Registers the front page and the accounts API for scripts and tests. */
export function registerAccountRoutes(
  app: FastifyInstance,
  accounts: AccountStore,
  settings: IdentitySettings,
): void {
  app.get('/', async (_request, reply) => sendPage(reply, 200, accountsPage(accounts.list(), settings)))

  app.get('/api/accounts', async () => accounts.list().map(publicAccount))
  app.post('/api/accounts', async (request, reply) => {
    const given = parseBody(newAccount, request.body)
    if (given.password === undefined && given.provider === 'auth0')
      return refuse(reply, 400, 'ValidationError', 'password is missing.')
    const account = await accounts.create(given)
    return account
      ? reply.code(201).send(publicAccount(account))
      : refuse(reply, 409, 'Conflict', accountExists)
  })
}
