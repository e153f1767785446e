/** Markup in which every inserted value is escaped. Only the `html` tag creates it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type HtmlValue = Html | string | number | boolean | null | undefined | readonly HtmlValue[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(toMarkup).join('')
}

/** Builds markup. Escapes strings, joins lists and omits `false`, `null` and `undefined`. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((markup, part, at) => markup + toMarkup(values[at - 1]) + part))
}
