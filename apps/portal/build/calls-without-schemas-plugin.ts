import { sentFields } from '@portal/contract/endpoint'
import type { Plugin } from 'vite'

const kept = new Set<string>(sentFields)
const required = ['name', 'method', 'path']

/** The fields of a syntax tree node that this plugin reads. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesIn = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined
}

function callsIn(node: Node): Node[] {
  const isCall = node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint'
  return isCall ? [node] : nodesIn(node).flatMap(callsIn)
}

/** Returns `endpoint({…})` as a plain object with only the kept fields. */
function withoutSchemas(call: Node, code: string): string {
  const [object] = call.arguments as Node[]
  if (object?.type !== 'ObjectExpression')
    throw new Error('An endpoint() call in the contract must have one object literal as its argument.')
  const properties = (object.properties as Node[]).filter(({ key }) => kept.has(nameOf(key) ?? ''))
  const written = properties.map(({ key }) => nameOf(key))
  const missing = required.find((field) => !written.includes(field))
  // A field that comes with a spread would be lost.
  if (missing)
    throw new Error(
      `An endpoint() call in the contract must write its ${missing} itself: ${code.slice(call.start, call.end)}`,
    )
  return `{ ${properties.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}

interface Edit {
  start: number
  end: number
  text: string
}

function editsOf(initial: Node, code: string): Edit[] {
  const calls = callsIn(initial)
  if (calls.length > 0)
    return calls.map((call) => ({ start: call.start, end: call.end, text: withoutSchemas(call, code) }))
  if (initial.type !== 'CallExpression') return []
  // Marks the call as pure, so that tree shaking removes unused values.
  const { start, end } = initial
  return [{ start, end, text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()` }]
}

interface Declared {
  name: string
  node: Node
  isExported: boolean
}

/** Lists the functions and variables that a file declares. */
function declaredIn(program: Node): Declared[] {
  return (program.body as Node[]).flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const node = isNode(statement.declaration) ? statement.declaration : statement
    if (node.type === 'FunctionDeclaration') return [{ name: nameOf(node.id) ?? '', node, isExported }]
    if (node.type !== 'VariableDeclaration') return []
    return (node.declarations as Node[]).map((one) => ({ name: nameOf(one.id) ?? '', node: one, isExported }))
  })
}

/** Returns the code of a contract file with its calls reduced to the kept fields. */
export function stripCalls(code: string, program: Node): string {
  const initials = declaredIn(program).map(({ node }) => node.init)
  return initials
    .filter(isNode)
    .flatMap((initial) => editsOf(initial, code))
    .sort((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

const mentions = (node: Node, names: ReadonlySet<string>): boolean =>
  names.has(node.type === 'Identifier' ? (nameOf(node) ?? '') : '') ||
  nodesIn(node).some((inner) => mentions(inner, names))

/** Returns the names of Zod and of every declaration that uses it. */
function schemasIn(program: Node): Set<string> {
  const schemas = new Set(['z'])
  for (const { name, node } of declaredIn(program)) if (mentions(node, schemas)) schemas.add(name)
  return schemas
}

/**
 * Returns the code without its schemas and the import of Zod. The import alone would put every part of Zod that any page uses
 * into the entry chunk.
 */
export function removeSchemas(code: string, program: Node): string {
  const schemas = schemasIn(program)
  const isZod = ({ type, source }: Node) =>
    type === 'ImportDeclaration' && isNode(source) && source.value === 'zod/mini'
  const isSchema = (statement: Node) => {
    const declared = declaredIn({ ...statement, body: [statement] })
    return declared.length > 0 && declared.every(({ name }) => schemas.has(name))
  }
  return (program.body as Node[])
    .filter((statement) => isZod(statement) || isSchema(statement))
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

/**
 * Replaces a contract file with re-exports from two copies of it: one for schemas, and one for everything else. Bundlers
 * put a whole file into one chunk, and the first page needs only the calls.
 */
export function splitFile(program: Node, path: string): string {
  const schemas = schemasIn(program)
  return declaredIn(program)
    .filter(({ isExported }) => isExported)
    .map(({ name }) => `export { ${name} } from '${path}?${schemas.has(name) ? 'schemas' : 'plain'}'`)
    .join('\n')
}

/** Returns the expression with which a portal file reads a stripped field of a call, if any. */
export function schemaOfCall(code: string): string | undefined {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@portal\/contract\/[\w/-]+['"]/g)
  const names = [...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const readings = code.matchAll(/\b(\w+)\.\w+\.(?:params|query|body|success|access|errors)\b/g)
  return [...readings].find(([, noun = '']) => names.includes(noun))?.[0]
}

const contractFile =
  /[\\/]packages[\\/]contract[\\/]src[\\/](?:[^\\/]+[\\/])*([^\\/]+\.ts)(?:\?(plain|schemas))?$/
const zodFile = /[\\/]node_modules[\\/]zod[\\/]/
const portalFile = /[\\/]apps[\\/]portal[\\/]src[\\/].*\.tsx?$/

/**
 * Removes the schemas of calls from the portal's build. The API validates requests, and the portal only sends them. The
 * schemas and their library would be larger than the rest of the first page. Forms import their schema from the contract
 * by name, never from a call.
 */
export function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: [contractFile, portalFile] },
      handler(code, id) {
        if (portalFile.test(id)) {
          const reading = schemaOfCall(code)
          if (reading)
            this.error(`${reading} is not in the build. Import the schema from the contract by name instead.`)
          return
        }
        const [, name, part = ''] = contractFile.exec(id) ?? []
        const parsed = (text: string) => this.parse(text) as unknown as Node
        const stripped = stripCalls(code, parsed(code))
        const program = parsed(stripped)
        const made =
          { plain: removeSchemas(stripped, program), schemas: stripped }[part] ??
          splitFile(program, `./${name}`)
        return { code: made, map: null, moduleSideEffects: false }
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry && file.moduleIds.some((id) => zodFile.test(id)))
          this.error('Zod is in the entry chunk, so every page waits for it. Load the schemas with the form.')
    },
  }
}
