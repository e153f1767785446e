import { type Html, html } from '../serving/html.ts'
import { livePage } from '../serving/live-page.ts'
import type { Page } from '../serving/page.ts'
import { type Answer, type Delivery, type DeliveryStore, parseJson } from './delivery-store.ts'
import { noSecret } from './signature.ts'

export const standIn = 'webhook receiver'

/** The answers that people can choose. */
export const presets: readonly (Answer & { label: string })[] = [
  { label: 'Answer 200', status: 200, delayMs: 0 },
  { label: 'Answer 500', status: 500, delayMs: 0 },
  { label: 'Answer 410', status: 410, delayMs: 0 },
  // Just within the time that senders wait.
  { label: 'Answer after 14 seconds', status: 200, delayMs: 14_000 },
]

function secretsForm(secrets: readonly string[]): Html {
  return html`<form method="post" action="/secrets">
<label for="secrets">Signing secrets</label>
<div class="row"><input class="grow" id="secrets" name="secrets" value="${secrets.join(' ')}" placeholder="whsec_…" autocomplete="off" spellcheck="false" aria-describedby="secrets-hint">
<button>Save</button></div>
<p class="soft" id="secrets-hint">Paste the secret of your webhook. After a rotation, enter both secrets, separated by a space.</p>
</form>`
}

function answerForm({ status, delayMs }: Answer): Html {
  const buttons = presets.map((preset) => {
    const isChosen = preset.status === status && preset.delayMs === delayMs
    return html`<button name="preset" value="${preset.label}" class="${isChosen ? '' : 'quiet'}" aria-pressed="${String(isChosen)}">${preset.label}</button>`
  })
  return html`<h2>Answer</h2>
<p class="soft">The receiver answers ${status}${delayMs > 0 && ` after ${delayMs / 1_000} seconds`}.</p>
<form method="post" action="/answer" class="row">${buttons}</form>`
}

function verification({ verified, problem }: Delivery): string {
  if (verified) return 'Verified'
  return problem === noSecret ? noSecret : `Not verified: ${problem}`
}

function formatBody(body: string): string {
  const value = parseJson(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}

function row(delivery: Delivery): Html {
  const { type, id, path, attempt, status, at, headers, body } = delivery
  return html`<tr><td><code>${type || '(no type)'}</code><br><span class="soft">${id || '(no webhook-id)'}</span>
<details><summary>Request</summary><pre>${formatBody(body)}</pre><p class="soft">Headers of POST ${path}</p><pre>${JSON.stringify(headers, null, 2)}</pre></details></td>
<td>${id && attempt}</td><td>${verification(delivery)}</td><td>${status}</td>
<td><time datetime="${at}">${at.replace('T', ' ').slice(0, 19)}</time></td></tr>`
}

/** @param host with the port */
export function deliveriesPage(store: DeliveryStore, host: string, text: string): Page {
  return livePage({
    title: 'Webhook deliveries',
    standIn,
    intro: html`<p class="soft">Add a webhook with the URL <code>http://${host}/hook</code> in the portal. Its deliveries arrive here. Any path below /hook works too.</p>
${secretsForm(store.secrets)}${answerForm(store.answer)}`,
    search: { name: 'search', label: 'Filter by type, ID or path', button: 'Filter', text },
    items: store.list(text),
    noun: 'delivery',
    plural: 'deliveries',
    render: (shown) =>
      html`<table><thead><tr><th>Event</th><th>Attempt</th><th>Signature</th><th>Answer</th><th>Received (UTC)</th></tr></thead><tbody>${shown.map(row)}</tbody></table>`,
  })
}
