/** HTML that can't contain unescaped text. */

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Part[] | undefined

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

function textOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(textOf).join('') : escapeText(String(part))
}

/** Escapes every inserted text. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + textOf(parts[index])).join(''))

/** Formats the code and the bold text of one paragraph. */
function formatted(paragraph: string): Html {
  return new Html(
    escapeText(paragraph)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  )
}

/** One paragraph without its tags. */
export const inline = (text: string): Html => formatted(text)

export const paragraphs = (text: string): Html[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => html`<p>${formatted(paragraph)}</p>`)
