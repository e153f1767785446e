import { type Html, html } from '../serving/html.ts'
import { livePage } from '../serving/live-page.ts'
import type { Page } from '../serving/page.ts'
import type { Message } from './message-store.ts'

export const standIn = 'mail service'
const url = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/

/** Renders plain text with links for its URLs. */
function linkedText(text: string): Html {
  const parts = text.split(new RegExp(`(${url.source})`, 'g'))
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))}`
}

const subjectOf = ({ subject }: Message) => subject || '(no subject)'

function time(receivedAt: string): Html {
  return html`<time datetime="${receivedAt}">${receivedAt.replace('T', ' ').slice(0, 19)} UTC</time>`
}

function listItem(message: Message): Html {
  return html`<li><a href="/messages/${message.id}"><strong>${subjectOf(message)}</strong>
<span>To ${message.to}</span>
<span class="soft">From ${message.from}, ${time(message.receivedAt)}</span></a></li>`
}

export function inboxPage(items: Message[], text: string): Page {
  return livePage({
    title: 'Inbox',
    standIn,
    intro: html`<p class="soft">Every mail that the product sends on this computer arrives here.</p>`,
    search: { name: 'to', label: 'Search by address or subject', button: 'Search', text },
    items,
    noun: 'message',
    render: (shown) => html`<ul class="messages">${shown.map(listItem)}</ul>`,
  })
}

export function messagePage(message: Message): Page {
  const body = html`<p><a href="/">Back to the inbox</a></p>
<article class="card">
<h1>${subjectOf(message)}</h1>
<dl><dt>From</dt><dd>${message.from}</dd><dt>To</dt><dd>${message.to}</dd><dt>Received</dt><dd>${time(message.receivedAt)}</dd></dl>
<h2>Text</h2>
<pre>${linkedText(message.text)}</pre>
${
  message.html !== null &&
  html`<h2>Formatted</h2>
<iframe title="Formatted message" src="/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
<p class="soft"><a href="/messages/${message.id}/source">Source of the message</a></p>
</article>`
  return { title: subjectOf(message), standIn, body, isWide: true }
}
