import { type Html, html } from '../serving/html.ts'
import type { Page } from '../serving/page.ts'
import { linkedText } from './linked-text.ts'
import type { Message } from './message-store.ts'

const standIn = 'mail service'
const shownAtOnce = 200
const refreshMs = 3_000

/** Replaces the list in place, so that the search field keeps its text. */
const refreshScript = `
setInterval(async () => {
  if (document.hidden) return
  try {
    const reply = await fetch(location.href)
    if (!reply.ok) return
    const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('list')
    const list = document.getElementById('list')
    if (fresh && fresh.innerHTML !== list.innerHTML) list.innerHTML = fresh.innerHTML
  } catch {}
}, ${refreshMs})`

function time(receivedAt: string): Html {
  return html`<time datetime="${receivedAt}">${receivedAt.replace('T', ' ').slice(0, 19)} UTC</time>`
}

function listItem(message: Message): Html {
  return html`<li><a href="/messages/${message.id}"><strong>${message.subject || '(no subject)'}</strong>
<span>To ${message.to}</span>
<span class="soft">From ${message.from}, ${time(message.receivedAt)}</span></a></li>`
}

export function inboxPage(messages: Message[], search: string): Page {
  const shown = messages.slice(0, shownAtOnce)
  const nothing = search
    ? `No message matches "${search}".`
    : 'No message yet. This page looks again every few seconds.'
  const body = html`<div class="card">
<h1>Inbox</h1>
<p class="soft">Every mail that the product sends on this computer arrives here.</p>
<form method="get" action="/" role="search">
<label for="to">Search by address or subject</label>
<div class="row"><input class="grow" id="to" name="to" type="search" value="${search}" autocomplete="off">
<button>Search</button>${search && html`<a class="button quiet" href="/">Show all</a>`}</div>
</form>
</div>
<section class="card" id="list" aria-label="Messages">
${
  shown.length === 0
    ? html`<p class="soft">${nothing}</p>`
    : html`<p class="soft">${messages.length === 1 ? 'One message' : `${messages.length} messages`}${
        messages.length > shown.length && `, the newest ${shown.length} of them shown`
      }</p><ul class="messages">${shown.map(listItem)}</ul>`
}
</section>`
  return { title: 'Inbox', standIn, body, isWide: true, script: refreshScript }
}

export function messagePage(message: Message): Page {
  const title = message.subject || '(no subject)'
  const body = html`<p><a href="/">Back to the inbox</a></p>
<article class="card">
<h1>${title}</h1>
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
  return { title, standIn, body, isWide: true }
}

export function missingMessagePage(): Page {
  const body = html`<div class="card"><h1>No such message</h1>
<p>It may have been deleted. <a href="/">Back to the inbox</a></p></div>`
  return { title: 'No such message', standIn, body }
}
