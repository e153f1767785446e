/** The facts about a file that the house rules check. They come from the syntax tree, so comments don't count. */
import { parseSync, Visitor } from 'vite'

export interface FileWithText {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
}

export interface ImportedModule {
  specifier: string
  isTypeOnly: boolean
}

export interface ParsedFile extends FileWithText {
  imports: ImportedModule[]
  readsImportMetaEnv: boolean
  callsFetch: boolean
  /** The calls that the file serves, as `noun.verb`. */
  servedCalls: string[]
  strings: string[]
}

const codePattern = /\.(ts|tsx|js|mjs)$/

function empty(file: FileWithText): ParsedFile {
  return {
    ...file,
    imports: [],
    readsImportMetaEnv: false,
    callsFetch: false,
    servedCalls: [],
    strings: [],
  }
}

type Parsed = ReturnType<typeof parseSync>

function importsOf({ module }: Parsed, text: string): ImportedModule[] {
  const isAllTypes = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType)
  const fromImports = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    isTypeOnly: isAllTypes(statement.entries),
  }))
  const fromExports = module.staticExports.flatMap((statement) =>
    statement.entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, isTypeOnly: isType }] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const quoted = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    return quoted?.[1] ? [{ specifier: quoted[1], isTypeOnly: false }] : []
  })
  return [...fromImports, ...fromExports, ...dynamic]
}

function nameOfMember(node: object): string | undefined {
  if (!('property' in node)) return undefined
  const property = node.property as { name?: string; value?: unknown }
  return property.name ?? (typeof property.value === 'string' ? property.value : undefined)
}

/** Parses a file, or throws if its syntax is broken. Returns empty facts for a file that isn't code. */
export function parseFile(file: FileWithText): ParsedFile {
  const parsed = empty(file)
  if (!codePattern.test(file.path)) return parsed
  const result = parseSync(file.path, file.text)
  const [problem] = result.errors
  if (problem) throw new Error(`${file.path} cannot be parsed: ${problem.message}`)
  parsed.imports = importsOf(result, file.text)
  new Visitor({
    MemberExpression(node) {
      if (nameOfMember(node) === 'env' && node.object.type === 'MetaProperty')
        parsed.readsImportMetaEnv = true
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'fetch') parsed.callsFetch = true
      const [argument] = node.arguments
      if (nameOfMember(node.callee) === 'serve' && argument)
        parsed.servedCalls.push(file.text.slice(argument.start, argument.end))
    },
    Literal(node) {
      if (typeof node.value === 'string') parsed.strings.push(node.value)
    },
  }).visit(result.program)
  return parsed
}
