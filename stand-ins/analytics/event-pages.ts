import { type Html, html } from '../serving/html.ts'
import { livePage } from '../serving/live-page.ts'
import type { Page } from '../serving/page.ts'
import type { AnalyticsEvent, EventStore } from './event-store.ts'
import type { FlagStore } from './flag-store.ts'

export const standIn = 'analytics service'

/** The most useful properties, shown in the row. */
const telling = ['routeName', '$pathname', '$exception_message', 'workspaceId']

function row({ event, distinct_id: who, receivedAt, properties, path }: AnalyticsEvent): Html {
  const short = telling.flatMap((name) =>
    name in properties ? [`${name}: ${String(properties[name])}`] : [],
  )
  return html`<tr><td>${receivedAt.slice(11, 19)}</td><td><code>${event}</code></td><td>${who}</td>
<td>${short.join(', ')}<details><summary>All properties</summary><pre>${JSON.stringify(properties, null, 2)}</pre><p class="soft">by ${path}</p></details></td></tr>`
}

export function eventsPage(events: EventStore, flags: FlagStore, text: string): Page {
  const said = Object.entries(flags.all.everybody).map(
    ([name, value]) => html`<span class="badge">${name}: ${String(value)}</span> `,
  )
  const own = Object.keys(flags.all.users).length
  return livePage({
    title: 'Live events',
    standIn,
    intro: html`<p class="soft">Everything that the product sends to its analytics service, newest first.</p>
<p>Flags for all users: ${said.length === 0 ? 'none set' : said}${own > 0 && html`, and ${own === 1 ? 'one person with flags' : `${own} people with flags`} of their own`}</p>`,
    search: { name: 'search', label: 'Filter by event or person', button: 'Filter', text },
    items: events.list({ containing: text }),
    noun: 'event',
    render: (shown) =>
      html`<table><thead><tr><th>Time (UTC)</th><th>Event</th><th>Person</th><th>Properties</th></tr></thead><tbody>${shown.map(row)}</tbody></table>`,
  })
}
