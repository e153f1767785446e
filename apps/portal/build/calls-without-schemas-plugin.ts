import type { Plugin } from 'vite'

/** What the request layer needs of a call. */
const kept = new Set(['name', 'action', 'method', 'path'])

/** The part of a syntax tree's node that is looked at here. */
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

/** `endpoint({…})` as a plain object with only what is kept. */
function withoutSchemas(call: Node, code: string): string {
  const [object] = call.arguments as Node[]
  if (object?.type !== 'ObjectExpression') throw new Error('A call of the contract is not one object.')
  const properties = (object.properties as Node[]).filter(({ key }) => kept.has(nameOf(key) ?? ''))
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
  // Says that making it has no effect, so that what nobody uses is left out.
  const { start, end } = initial
  return [{ start, end, text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()` }]
}

interface Declared {
  name: string
  node: Node
  isExported: boolean
}

/** The functions and values of a file, with the names under which others may ask for them. */
function declaredIn(program: Node): Declared[] {
  return (program.body as Node[]).flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const node = isNode(statement.declaration) ? statement.declaration : statement
    if (node.type === 'FunctionDeclaration') return [{ name: nameOf(node.id) ?? '', node, isExported }]
    if (node.type !== 'VariableDeclaration') return []
    return (node.declarations as Node[]).map((one) => ({ name: nameOf(one.id) ?? '', node: one, isExported }))
  })
}

/** The code of one file of the contract, with calls that know their name, method and path, and nothing else. */
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

/**
 * In the place of a file whose calls are stripped: the same names out of two copies of it, one for all that is made by
 * the schema library. A file goes into one chunk as a whole, and the first page needs of these only the calls.
 */
export function splitFile(program: Node, path: string): string {
  const schemas = new Set(['z'])
  for (const { name, node } of declaredIn(program)) if (mentions(node, schemas)) schemas.add(name)
  return declaredIn(program)
    .filter(({ isExported }) => isExported)
    .map(({ name }) => `export { ${name} } from '${path}?${schemas.has(name) ? 'schemas' : 'plain'}'`)
    .join('\n')
}

/** Where a file of the portal reads of a call what the build leaves out; undefined where it does not. */
export function schemaOfCall(code: string): string | undefined {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@portal\/contract\/[\w-]+['"]/g)
  const names = [...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const readings = code.matchAll(/\b(\w+)\.\w+\.(?:params|query|body|success|access|errors)\b/g)
  return [...readings].find(([, noun = '']) => names.includes(noun))?.[0]
}

const contractFile = /[\\/]packages[\\/]contract[\\/]src[\\/]([^\\/]+\.ts)(\?(?:plain|schemas))?$/
const portalFile = /[\\/]apps[\\/]portal[\\/]src[\\/].*\.tsx?$/

/**
 * Leaves the schemas of the calls out of the portal's build: the API checks what travels, and the portal only sends. They
 * and the schema library would weigh more than all of the portal's own first page. A form takes the schema it checks by
 * from the contract by its own name, never from a call.
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
          if (reading) this.error(`${reading} is not in the build: a call is sent here, not checked.`)
          return
        }
        const [, name, part] = contractFile.exec(id) ?? []
        const parsed = (text: string) => this.parse(text) as unknown as Node
        const stripped = stripCalls(code, parsed(code))
        const made = part ? stripped : splitFile(parsed(stripped), `./${name}`)
        return { code: made, map: null, moduleSideEffects: false }
      },
    },
  }
}
