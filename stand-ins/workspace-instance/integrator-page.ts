import { html } from '../serving/html.ts'
import type { Page } from '../serving/page.ts'
import { instanceStandIn } from './instance-pages.ts'
import type { InstanceSettings } from './instance-settings.ts'

function verifyCode({ authApiUrl, instanceUrl }: InstanceSettings): string {
  return `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${authApiUrl}/.well-known/jwks.json'))

// GET /auth-connect?code&workspaceId&redirect
const reply = await fetch('${authApiUrl}/complete-auth-connect', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code }),
})
if (!reply.ok) return showWhy(await reply.json()) // { kind, message }
const { user, workspace, token } = await reply.json()

const { payload } = await jwtVerify(token, keys, {
  algorithms: ['ES256'],
  issuer: '${authApiUrl}',
  audience: '${instanceUrl}',
})
if (payload.workspaceId !== workspaceId || workspace.id !== workspaceId) return refuse()`
}

function automationCode({ authApiUrl }: InstanceSettings): string {
  return `// An API token: the same keys, but its audience is the auth API itself.
await jwtVerify(apiToken, keys, { algorithms: ['ES256'], issuer: '${authApiUrl}', audience: '${authApiUrl}' })

// The signature and lifetime are valid. Either of these checks whether the token is revoked:
await fetch('${authApiUrl}/', { headers: { authorization: \`Bearer \${apiToken}\` } }) // 401 with the reason
await fetch('${authApiUrl}/auth/introspect', { method: 'POST', body: new URLSearchParams({ token: apiToken }) }) // { active }`
}

/** `GET /integrators` explains to developers how an instance signs users in. */
export function integratorPage(settings: InstanceSettings): Page {
  const body = html`<div class="card">
<h1>How an instance signs people in</h1>
<p class="soft">This instance does what this page says. Its auth API is <code>${settings.authApiUrl}</code>, its own origin <code>${settings.instanceUrl}</code>.</p>
<h2>The steps</h2>
<ol>
<li>A person opens a workspace in the portal. The auth API checks that they may, and sends the browser to
<code>${settings.instanceUrl}/auth-connect?code=…&amp;workspaceId=…&amp;redirect=…</code>. The code works once, for 60 seconds.</li>
<li>The instance's server redeems the code at <code>POST /complete-auth-connect</code>.</li>
<li>It checks the token against the published keys: algorithm ES256, issuer, audience (its own origin), lifetime; and that
the workspace is the one of the address.</li>
<li>It starts its own session (a random id in a cookie that is HttpOnly and SameSite=Lax) and keeps the token on the server.
The browser never sees the token, nor the workspace's secret.</li>
<li>It redirects to <code>redirect</code> if that is a path on its own origin: one slash at the start, never <code>//</code> or <code>/\\</code>.</li>
<li>On every request, it sends the token to <code>GET /</code>, and continues only when the answer has
<code>systemStatus: "ok"</code>.</li>
<li>Before it shows anything, it asks <code>GET /auth-reconnect</code>: a role may have changed, an access may have ended.
A 401 ends the session, a 403 says why not now.</li>
<li>The portal sends people to <code>/refresh-auth?workspaceId=…</code> after a change of roles: ask again, then show the workspace.</li>
<li>Sign-out ends the token at <code>POST /session/logout</code>. A page of any origin may send it with the token, and without cookies.</li>
</ol>
<h2>The calls</h2>
<table><thead><tr><th scope="col">Call</th><th scope="col">Credential</th><th scope="col">Answer</th></tr></thead><tbody>
<tr><td><code>POST /complete-auth-connect</code></td><td><code>{code}</code></td><td><code>{user, workspace, token}</code></td></tr>
<tr><td><code>GET /auth-reconnect</code></td><td>Bearer token</td><td><code>{user, workspace}</code>, or 401/403 with <code>kind</code> and <code>message</code></td></tr>
<tr><td><code>POST /session/logout</code></td><td>Bearer token</td><td>204</td></tr>
<tr><td><code>GET /.well-known/jwks.json</code></td><td>none</td><td>the public keys; keep them, look again for a key you do not know</td></tr>
<tr><td><code>GET /</code></td><td>Bearer token</td><td><code>{systemStatus: "ok", …}</code>, or 401 when it is revoked or expired</td></tr>
<tr><td><code>POST /auth/introspect</code></td><td><code>token</code></td><td><code>{active, sub, exp, …}</code> (RFC 7662)</td></tr>
</tbody></table>
<p class="soft">Every call in full: <a href="${settings.authApiUrl}/docs">${settings.authApiUrl}/docs</a></p>
<h2>In code</h2>
<pre>${verifyCode(settings)}</pre>
<h2>Automation</h2>
<p>API tokens of the tokens page come without a browser. Try one here:</p>
<pre>curl -X POST ${settings.instanceUrl}/api/check-token -H 'content-type: application/json' -d '{"token":"…"}'</pre>
<pre>${automationCode(settings)}</pre>
</div>`
  return { title: 'How an instance signs people in', standIn: instanceStandIn, body, isWide: true }
}
