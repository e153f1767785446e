import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, type HtmlValue, html } from './html.ts'
import { pageStyle } from './page-style.ts'

export interface Page {
  title: string
  /** What the strip at the top calls this service: "identity provider". */
  standIn: string
  body: Html
  isWide?: boolean
  /** The page's script. The content security policy allows only this text. */
  script?: string
}

/** A page with a title and a few sentences. */
export function noticePage(standIn: string, title: string, ...sentences: HtmlValue[]): Page {
  const body = html`<div class="card"><h1>${title}</h1>${sentences.map((one) => one && html`<p>${one}</p>`)}</div>`
  return { title, standIn, body }
}

/** An arch with its door ajar, as in the product. */
const markShapes = `<path d="M5 29V15.5a11 11 0 0 1 22 0V29" fill="none" stroke="currentColor" stroke-width="3.6"/><path d="M10.2 29V15.8a6 6 0 0 1 6-6h1.6V29Z" fill="currentColor"/>`
const mark = new Html(`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">${markShapes}</svg>`)
const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" color="#0d9297">${markShapes}</svg>`)}`

export function renderPage({ title, standIn, body, isWide = false, script }: Page): string {
  const inline = script === undefined ? '' : new Html(`<script>${script}</script>`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(pageStyle)}</style>
</head>
<body>
<div class="strip">This is a local stand-in for the ${standIn}. Nothing here leaves this computer.</div>
<main class="${isWide ? 'wide' : ''}">${mark}${body}</main>
${inline}
</body>
</html>`.markup
}

/** Forms may lead to other origins (sign-in returns to the product), so `form-action` stays open. */
export function headersOf({ script }: Pick<Page, 'script'>) {
  const hash = script === undefined ? '' : createHash('sha256').update(script).digest('base64')
  const scripts = hash && `script-src 'sha256-${hash}'; `
  return {
    'content-security-policy': `default-src 'none'; ${scripts}style-src 'unsafe-inline'; img-src 'self' http: https: data:; frame-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'self'`,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // With `no-referrer` browsers would send `null` as the origin of our forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

export function sendPage(reply: FastifyReply, statusCode: number, page: Page): FastifyReply {
  return reply.code(statusCode).headers(headersOf(page)).send(renderPage(page))
}
