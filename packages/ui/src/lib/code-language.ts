/** Languages that can be highlighted. Each grammar is a separate chunk, loaded when a code block needs it. */
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

/** The language of code blocks that don't name one. */
const defaultCodeLanguage: CodeLanguage = 'js'

/** Longer code is not highlighted, because highlighting it would freeze the page. */
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

/** Returns the language named after a code block's fence, or undefined if it cannot be highlighted. */
export function resolveCodeLanguage(name: string | undefined): CodeLanguage | undefined {
  const wanted = name?.trim().toLowerCase()
  if (!wanted) return defaultCodeLanguage
  return codeLanguages.find((language) => language === wanted) ?? aliases.get(wanted)
}
