import { Html, type HtmlValue, html } from '../serving/html.ts'
import type { Page } from '../serving/page.ts'

export const identityStandIn = 'identity provider'

/** Renders a page with a title and a few sentences. */
export function messagePage(title: string, ...sentences: HtmlValue[]): Page {
  const body = html`<div class="card"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
  return { title, standIn: identityStandIn, body }
}

/** Submits the provider's sign-out form without asking, because the user has already signed out of the product. */
export function signOutPage(form: string): Page {
  const withAnswer = form.replace(
    '</form>',
    '<input type="hidden" name="logout" value="yes"><noscript><button>Sign out</button></noscript></form>',
  )
  const body = html`<div class="card"><h1>Signing you out…</h1>${new Html(withAnswer)}</div>`
  return {
    title: 'Signing you out',
    standIn: identityStandIn,
    body,
    script: "document.getElementById('op.logoutForm').submit()",
  }
}
