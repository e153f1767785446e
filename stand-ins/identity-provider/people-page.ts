import type { FastifyInstance } from 'fastify'
import { html } from '../serving/html.ts'
import { sendPage } from '../serving/page.ts'
import { type Account, fullName, providerNames, providerOf } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { identityStandIn } from './plain-pages.ts'

/** Returns the line with the account's name, or false if it has none. `fullName` then returns the email. */
function nameBelow(account: Account) {
  const name = fullName(account)
  return name !== account.email && html`<br><span class="soft">${name}</span>`
}

/** Registers the front page, which lists the accounts and explains how scripts create more. */
export function registerPeoplePage(
  app: FastifyInstance,
  accounts: AccountStore,
  settings: IdentitySettings,
): void {
  app.get('/', async (_request, reply) => {
    const rows = accounts.list().map(
      (account) => html`<tr><td>${account.email}${nameBelow(account)}</td>
<td>${providerNames[providerOf(account)]}</td><td>${account.emailVerified ? 'Verified' : 'Not verified'}</td>
<td><code>${account.subject}</code></td></tr>`,
    )
    const body = html`<div class="card">
<h1>Accounts</h1>
<p class="soft">You sign in from <a href="${settings.portalUrl}">the portal</a>, which sends you here and takes you back.</p>
<table><thead><tr><th scope="col">Person</th><th scope="col">Signs in with</th><th scope="col">Email</th><th scope="col">Subject</th></tr></thead>
<tbody>${rows}</tbody></table>
</div>
<div class="card"><h2>For scripts</h2>
<pre>curl -X POST ${settings.issuer}api/accounts -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","password":"password","emailVerified":true}'

curl -X PUT ${settings.issuer}api/failure -H 'content-type: application/json' \\
  -d '{"mode":"down","forMs":30000}'</pre></div>`
    return sendPage(reply, 200, { title: 'Accounts', standIn: identityStandIn, body, isWide: true })
  })
}
