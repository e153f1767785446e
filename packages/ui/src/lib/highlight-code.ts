import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { CodeLanguage } from './code-language.ts'

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

const grammars = {
  js: () => import('shiki/langs/javascript.mjs'),
  ts: () => import('shiki/langs/typescript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  css: () => import('shiki/langs/css.mjs'),
} satisfies Record<CodeLanguage, () => Promise<unknown>>

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

/**
 * Returns the lines of the code, each split into runs of one kind. The caller must not pass more than
 * `maxHighlightedCharacters`, because longer code freezes the page.
 */
export async function highlightCode(code: string, language: CodeLanguage): Promise<CodeToken[][]> {
  const [shiki, grammar] = await Promise.all([getHighlighter(), grammars[language]()])
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
