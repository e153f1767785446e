import type { FastifyReply } from 'fastify'
import { type Html, type HtmlValue, html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import { Refusal, Unavailable } from './auth-api.ts'
import type { InstanceSession, SignedIn } from './instance-sessions.ts'
import type { InstanceSettings } from './instance-settings.ts'

/** A use of a workspace by automation. */
export interface AutomationUse {
  /** For example "deploy-bot, by trust rule main". */
  actor: string
  usedAtMs: number
}

export const instanceStandIn = 'workspace instance'

/** The URL at which the portal opens a workspace. */
export function openAddress(settings: InstanceSettings, workspaceId: string): string {
  return `${settings.portalUrl}/workspace/${encodeURIComponent(workspaceId)}/go`
}

const roleNames: Record<string, string> = { OWNER: 'Owner', APPROVER: 'Approver', EDITOR: 'Collaborator' }
const kindNames: Record<string, string> = {
  SI: 'Managed instance',
  LOCAL: 'Local dev instance',
  PRIVATE: 'Remote instance',
}

function personName({ firstName, lastName, nickname, email }: SignedIn['user']): string {
  return [firstName, lastName].filter(Boolean).join(' ') || nickname || email
}

/** Formats milliseconds as "3 hours 20 minutes". */
function lifeText(leftMs: number): string {
  if (leftMs <= 0) return 'expired'
  const minutes = Math.ceil(leftMs / 60_000)
  const parts: [number, string][] = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor((minutes % 1_440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ]
  const shown = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return shown.slice(0, 2).join(' ')
}

function switcher(session: InstanceSession, current: SignedIn): Html | undefined {
  const others = Object.values(session.workspaces).filter((entry) => entry !== current)
  if (others.length === 0) return undefined
  const links = others.map(
    ({ workspace }) => html`<li><a href="/?workspaceId=${workspace.id}">${workspace.displayName}</a></li>`,
  )
  return html`<nav class="card" aria-label="Other workspaces"><h2>Also signed in here</h2><ul>${links}</ul></nav>`
}

const timeText = (ms: number) => new Date(ms).toISOString().replace('T', ' ').slice(0, 16)

/** Lists the recent uses of the workspace by automation. */
function automationCard(uses: readonly AutomationUse[]): Html | undefined {
  if (uses.length === 0) return undefined
  const items = uses.map(
    ({ actor, usedAtMs }) => html`<li><strong>${actor}</strong> at ${timeText(usedAtMs)} UTC</li>`,
  )
  return html`<section class="card" aria-label="Automation"><h2>Recent automation</h2><ul>${items}</ul></section>`
}

export function homePage(
  settings: InstanceSettings,
  session: InstanceSession,
  entry: SignedIn,
  { path, automation }: { path: string; automation: readonly AutomationUse[] },
): Page {
  const { user, workspace } = entry
  const expires = new Date(entry.expiresAtMs).toISOString()
  const body = html`<div class="card">
<h1>Hello, ${personName(user)}</h1>
<p>You are in the workspace <strong>${workspace.displayName}</strong>.</p>
${path !== '/' && html`<p class="soft">You asked for <code>${path}</code>; the platform's own app would show it here.</p>`}
<dl>
<dt>Role</dt><dd>${roleNames[workspace.role] ?? workspace.role} <span class="badge">${workspace.role}</span></dd>
<dt>Workspace</dt><dd>${workspace.displayName}<br><code>${workspace.id}</code></dd>
<dt>Instance</dt><dd>${kindNames[workspace.instanceEnvType] ?? workspace.instanceEnvType} at ${workspace.instanceUrl}</dd>
<dt>Approvals</dt><dd>${workspace.approvalsEnabled ? 'Enabled' : 'Disabled'}</dd>
<dt>Signed in as</dt><dd>${user.email}</dd>
<dt>Token life</dt><dd>${lifeText(entry.expiresAtMs - Date.now())} left, until <time datetime="${expires}">${timeText(entry.expiresAtMs)} UTC</time></dd>
</dl>
<div class="row">
<a class="button quiet" href="/refresh-auth?workspaceId=${workspace.id}">Check again</a>
<a class="button quiet" href="${settings.portalUrl}/workspace/${encodeURIComponent(workspace.id)}">Workspace settings</a>
<form method="post" action="/logout"><button class="quiet">Sign out</button></form>
</div>
</div>
${automationCard(automation)}
${switcher(session, entry)}
<p class="soft"><a href="/integrators">How an instance signs people in</a></p>`
  return { title: workspace.displayName, standIn: instanceStandIn, body }
}

function noticePage(title: string, content: HtmlValue, ...actions: [string, string][]): Page {
  const links = actions.map(
    ([label, href], at) => html`<a class="button${at > 0 && ' quiet'}" href="${href}">${label}</a>`,
  )
  const body = html`<div class="card"><h1>${title}</h1>${content}<p class="row">${links}</p></div>
<p class="soft"><a href="/integrators">How an instance signs people in</a></p>`
  return { title, standIn: instanceStandIn, body }
}

export function signedOutPage(settings: InstanceSettings): Page {
  return noticePage('You are not signed in here', html`<p>Workspaces are opened from the portal.</p>`, [
    'Go to your workspaces',
    `${settings.portalUrl}/workspaces`,
  ])
}

export function notSignedInPage(settings: InstanceSettings, workspaceId: string): Page {
  return noticePage(
    'You are not signed in to this workspace here',
    html`<p>Open it from the portal to sign in. You then return to this page.</p>`,
    ['Open the workspace', openAddress(settings, workspaceId)],
  )
}

/** Shows why the auth API or this instance refused, or that the auth API does not answer. Throws any other error. */
export function sendProblem(
  reply: FastifyReply,
  settings: InstanceSettings,
  error: unknown,
  workspaceId: string,
  retry: string,
): FastifyReply {
  const toWorkspaces: [string, string] = ['Go to your workspaces', `${settings.portalUrl}/workspaces`]
  if (error instanceof Refusal) {
    const content = html`<p class="alert" role="alert">${error.message}</p><p class="soft">Reason: <code>${error.type}</code></p>`
    const again: [string, string] = ['Open the workspace again', openAddress(settings, workspaceId)]
    const links = workspaceId ? [again, toWorkspaces] : [toWorkspaces]
    return sendPage(reply, error.statusCode, noticePage('This workspace cannot be shown', content, ...links))
  }
  if (!(error instanceof Unavailable)) throw error
  const content = html`<p>Nothing is lost: try again in a moment.</p><p class="soft">${settings.authApiUrl}: ${error.message}</p>`
  const links: [string, string][] = [
    ['Try again', retry],
    ['Go to the portal', settings.portalUrl],
  ]
  return sendPage(reply, 503, noticePage('The sign-in service does not answer', content, ...links))
}
