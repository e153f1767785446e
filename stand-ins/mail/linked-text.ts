import { type Html, html } from '../serving/html.ts'

const address = /https?:\/\/[^\s<>"']+/g
const trailingPunctuation = /[.,;:!?)\]]+$/

/** Renders plain text with links for its URLs. */
export function linkedText(text: string): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(trailingPunctuation, '')
    parts.push(html`${text.slice(end, match.index)}<a href="${url}">${url}</a>`)
    end = match.index + url.length
  }
  return html`${parts}${text.slice(end)}`
}
