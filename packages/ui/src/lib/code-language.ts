/** Languages that can be highlighted. Each grammar is a chunk of its own, fetched when a code block asks for it. */
export const codeLanguages = [
  'js',
  'ts',
  'json',
  'bash',
  'yaml',
  'toml',
  'python',
  'rust',
  'sql',
  'html',
  'css',
] as const

export type CodeLanguage = (typeof codeLanguages)[number]

/** Code blocks are JavaScript unless they say otherwise. */
const defaultCodeLanguage: CodeLanguage = 'js'

/** Longer code stays plain: colours are not worth a frozen page. */
export const maxHighlightedCharacters = 20_000

const aliases = new Map<string, CodeLanguage>(
  Object.entries({
    javascript: 'js',
    jsx: 'js',
    mjs: 'js',
    typescript: 'ts',
    tsx: 'ts',
    jsonc: 'json',
    sh: 'bash',
    shell: 'bash',
    zsh: 'bash',
    console: 'bash',
    yml: 'yaml',
    py: 'python',
    rs: 'rust',
    htm: 'html',
    xml: 'html',
  }),
)

/** The language of a code block by the word after its fence; undefined for one that cannot be highlighted. */
export function resolveCodeLanguage(name: string | undefined): CodeLanguage | undefined {
  const wanted = name?.trim().toLowerCase()
  if (!wanted) return defaultCodeLanguage
  return codeLanguages.find((language) => language === wanted) ?? aliases.get(wanted)
}
