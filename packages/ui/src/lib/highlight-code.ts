import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

/** A run of characters of one color. `kind` is undefined for plain text. */
export interface CodeToken {
  text: string
  kind: CodeTokenKind | undefined
}

export type CodeTokenKind =
  | 'comment'
  | 'constant'
  | 'function'
  | 'keyword'
  | 'parameter'
  | 'punctuation'
  | 'string'

/** The languages that can be highlighted, with their other names. Each grammar is a separate chunk. */
const grammars = [
  ['js javascript jsx mjs', () => import('shiki/langs/javascript.mjs')],
  ['ts typescript tsx', () => import('shiki/langs/typescript.mjs')],
  ['json jsonc', () => import('shiki/langs/json.mjs')],
  ['bash sh shell zsh console', () => import('shiki/langs/bash.mjs')],
  ['yaml yml', () => import('shiki/langs/yaml.mjs')],
  ['toml', () => import('shiki/langs/toml.mjs')],
  ['python py', () => import('shiki/langs/python.mjs')],
  ['go', () => import('shiki/langs/go.mjs')],
  ['rust rs', () => import('shiki/langs/rust.mjs')],
  ['sql', () => import('shiki/langs/sql.mjs')],
  ['html htm xml', () => import('shiki/langs/html.mjs')],
  ['css', () => import('shiki/langs/css.mjs')],
] as const

/** A theme that names kinds instead of colors, so that the style sheet can color them in light and dark. */
const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--code-', fontStyle: false })

const kindsByColor: Record<string, CodeTokenKind> = {
  'var(--code-token-comment)': 'comment',
  'var(--code-token-constant)': 'constant',
  'var(--code-token-function)': 'function',
  'var(--code-token-keyword)': 'keyword',
  'var(--code-token-parameter)': 'parameter',
  'var(--code-token-punctuation)': 'punctuation',
  'var(--code-token-string)': 'string',
  'var(--code-token-string-expression)': 'string',
}

let highlighter: Promise<HighlighterCore> | undefined

function getHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return highlighter
}

/** Returns the lines of the code, each split into runs of one kind, or undefined for an unknown language. */
export async function highlightCode(code: string, language: string): Promise<CodeToken[][] | undefined> {
  const wanted = language.trim().toLowerCase()
  const load = grammars.find(([names]) => names.split(' ').includes(wanted))?.[1]
  if (!load) return undefined
  const [shiki, grammar] = await Promise.all([getHighlighter(), load()])
  await shiki.loadLanguage(grammar.default)
  const lines = shiki.codeToTokensBase(code, {
    lang: grammar.default.at(-1)?.name ?? 'text',
    theme: 'kinds',
    tokenizeMaxLineLength: 2_000,
    // By default, Shiki gives up on a line after 500 ms. On a slow machine the first line can take longer, because it
    // also initializes the grammar.
    tokenizeTimeLimit: 0,
  })
  return lines.map((tokens) =>
    tokens.map(({ content, color }) => ({ text: content, kind: color ? kindsByColor[color] : undefined })),
  )
}
