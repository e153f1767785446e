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
  readsProcessEnv: boolean
  readsImportMetaEnv: boolean
  callsFetch: boolean
  /** The file calls a method named `transaction`. */
  opensTransaction: boolean
  /** The calls that the file serves, as `noun.verb`. */
  servedCalls: string[]
  strings: string[]
  /** The file contains `export * from`, or nothing except `export … from`. */
  isBarrel: boolean
}

const codePattern = /\.(ts|tsx|js|mjs)$/

function empty(file: FileWithText): ParsedFile {
  return {
    ...file,
    imports: [],
    readsProcessEnv: false,
    readsImportMetaEnv: false,
    callsFetch: false,
    opensTransaction: false,
    servedCalls: [],
    strings: [],
    isBarrel: false,
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

function isBarrel({ program }: Parsed): boolean {
  const { body } = program
  if (body.some((statement) => statement.type === 'ExportAllDeclaration')) return true
  return (
    body.length > 0 &&
    body.every((statement) => statement.type === 'ExportNamedDeclaration' && statement.source !== null)
  )
}

/** Matches `process`, `globalThis.process` and `globalThis['process']`. */
function endsInProcess(node: { type: string }): boolean {
  if (node.type === 'Identifier') return 'name' in node && node.name === 'process'
  return node.type === 'MemberExpression' && nameOfMember(node) === 'process'
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
  parsed.isBarrel = isBarrel(result)
  new Visitor({
    MemberExpression(node) {
      if (nameOfMember(node) !== 'env') return
      if (endsInProcess(node.object)) parsed.readsProcessEnv = true
      if (node.object.type === 'MetaProperty') parsed.readsImportMetaEnv = true
    },
    ImportDeclaration(node) {
      if (!/^(node:)?process$/.test(node.source.value)) return
      const takesEnv = node.specifiers.some(
        (specifier) =>
          specifier.type === 'ImportSpecifier' &&
          'name' in specifier.imported &&
          specifier.imported.name === 'env',
      )
      if (takesEnv) parsed.readsProcessEnv = true
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || !node.init || !endsInProcess(node.init)) return
      const takesEnv = node.id.properties.some(
        (property) => property.type === 'Property' && 'name' in property.key && property.key.name === 'env',
      )
      if (takesEnv) parsed.readsProcessEnv = true
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'fetch') parsed.callsFetch = true
      if (nameOfMember(node.callee) === 'transaction') parsed.opensTransaction = true
      const [argument] = node.arguments
      if (nameOfMember(node.callee) === 'serve' && argument)
        parsed.servedCalls.push(file.text.slice(argument.start, argument.end))
      if (nameOfMember(node.callee) !== 'getBuiltinModule' || argument?.type !== 'Literal') return
      parsed.imports.push({ specifier: String(argument.value), isTypeOnly: false })
    },
    Literal(node) {
      if (typeof node.value === 'string') parsed.strings.push(node.value)
    },
  }).visit(result.program)
  return parsed
}
