import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { type Html, html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import type { AnalyticsEvent, EventStore } from './event-store.ts'
import type { FlagStore } from './flag-store.ts'

const shownAtOnce = 200
const refreshMs = 2_000

/** Replaces the list in place, so that the search text and opened rows stay. */
const refreshScript = `
setInterval(async () => {
  if (document.hidden || document.querySelector('#list details[open]')) return
  try {
    const reply = await fetch(location.href)
    if (!reply.ok) return
    const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('list')
    const list = document.getElementById('list')
    if (fresh && fresh.innerHTML !== list.innerHTML) list.innerHTML = fresh.innerHTML
  } catch {}
}, ${refreshMs})`

/** The most useful properties, shown in the row. */
const telling = ['routeName', '$pathname', '$exception_message', 'workspaceId']

function row({ event, distinct_id: who, receivedAt, properties, path }: AnalyticsEvent): Html {
  const short = telling.flatMap((name) =>
    name in properties ? [`${name}: ${String(properties[name])}`] : [],
  )
  return html`<tr><td>${receivedAt.slice(11, 19)}</td><td><code>${event}</code></td><td>${who}</td>
<td>${short.join(', ')}<details><summary>All properties</summary><pre>${JSON.stringify(properties, null, 2)}</pre><p class="soft">by ${path}</p></details></td></tr>`
}

function eventsPage(events: AnalyticsEvent[], search: string, flags: FlagStore): Page {
  const shown = events.slice(0, shownAtOnce)
  const nothing = search
    ? `No event matches "${search}".`
    : 'No events yet. This page refreshes every few seconds.'
  const said = Object.entries(flags.all.everybody).map(
    ([name, value]) => html`<span class="badge">${name}: ${String(value)}</span> `,
  )
  const own = Object.keys(flags.all.users).length
  const body = html`<div class="card">
<h1>Live events</h1>
<p class="soft">Everything that the product sends to its analytics service, newest first.</p>
<p>Flags for all users: ${said.length === 0 ? 'none set' : said}${own > 0 && html`, and ${own === 1 ? 'one person with flags' : `${own} people with flags`} of their own`}</p>
<form method="get" action="/" role="search">
<label for="search">Filter by event or person</label>
<div class="row"><input class="grow" id="search" name="search" type="search" value="${search}" autocomplete="off">
<button>Filter</button>${search && html`<a class="button quiet" href="/">Show all</a>`}</div>
</form>
</div>
<section class="card" id="list" aria-label="Events">
${
  shown.length === 0
    ? html`<p class="soft">${nothing}</p>`
    : html`<p class="soft">${events.length === 1 ? 'One event' : `${events.length} events`}${
        events.length > shown.length && `, the newest ${shown.length} of them shown`
      }</p><table><thead><tr><th>Time (UTC)</th><th>Event</th><th>Person</th><th>Properties</th></tr></thead><tbody>${shown.map(row)}</tbody></table>`
}
</section>`
  return { title: 'Live events', standIn: 'analytics service', body, isWide: true, script: refreshScript }
}

export function registerEventPages(app: FastifyInstance, events: EventStore, flags: FlagStore): void {
  app.get('/', async (request, reply) => {
    const search = formField(request.query, 'search')
    return sendPage(reply, 200, eventsPage(events.list({ containing: search }), search, flags))
  })
}
