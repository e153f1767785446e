import { type HtmlValue, html } from './html.ts'
import type { Page } from './page.ts'

const shownAtOnce = 200

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
}, 2000)`

interface LivePage<Item> {
  title: string
  standIn: string
  intro: HtmlValue
  search: { name: string; label: string; button: string; text: string }
  /** The items that match the search, newest first. */
  items: readonly Item[]
  /** What the list calls them: "event". */
  noun: string
  /** Needed if it isn't the noun with an "s". */
  plural?: string
  render(shown: readonly Item[]): HtmlValue
}

/** A page with a search field and a list that refreshes. */
export function livePage<Item>(page: LivePage<Item>): Page {
  const { title, standIn, search, items, noun, plural = `${noun}s` } = page
  const shown = items.slice(0, shownAtOnce)
  const nothing = search.text
    ? `No ${noun} matches "${search.text}".`
    : `No ${plural} yet. This page refreshes every few seconds.`
  const list = html`<p class="soft">${items.length === 1 ? `One ${noun}` : `${items.length} ${plural}`}${
    items.length > shown.length && `, the newest ${shown.length} of them shown`
  }</p>${page.render(shown)}`
  const body = html`<div class="card">
<h1>${title}</h1>
${page.intro}
<form method="get" action="/" role="search">
<label for="search">${search.label}</label>
<div class="row"><input class="grow" id="search" name="${search.name}" type="search" value="${search.text}" autocomplete="off">
<button>${search.button}</button>${search.text && html`<a class="button quiet" href="/">Show all</a>`}</div>
</form>
</div>
<section class="card" id="list" aria-label="${plural}">
${items.length === 0 ? html`<p class="soft">${nothing}</p>` : list}
</section>`
  return { title, standIn, body, isWide: true, script: refreshScript }
}
