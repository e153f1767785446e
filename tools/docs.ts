/**
 * `npm run docs` writes the handbook's list of pages and the tables that the nouns of the contract declare, between `<!-- table: NAME -->` and
 * `<!-- end -->`, and the authorization matrix. With `--check` it writes nothing and fails if a table is stale. The tests of the routes
 * fail if the matrix is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { accountLimits } from '@portal/contract/account-limits'
import { eventTexts } from '@portal/contract/activity/activity'
import { allNouns, calls } from '@portal/contract/calls'
import { workspaceRoles } from '@portal/contract/members/roles'
import { formatDuration } from '@portal/contract/text/time-string'
import { usageLimits } from '@portal/contract/usage-limits'
import { buildAuthorizationMatrix } from './docs/authorization-matrix.ts'

type Row = readonly string[]

const limitText = (name: string, most: number): string => {
  const usage: Partial<Record<string, { windowSeconds: number }>> = usageLimits
  const window = usage[name]
  const count = most.toLocaleString('en')
  return window ? `${count} in ${formatDuration(window.windowSeconds * 1_000)}` : count
}

const root = join(import.meta.dirname, '..')
const handbook = join(root, 'docs/product')

/** The pages of the handbook with their sections. */
const pages = readdirSync(handbook)
  .filter((name) => name !== 'README.md')
  .toSorted()
  .map((name) => {
    const [title = '', ...sections] = readFileSync(join(handbook, name), 'utf8').match(/^##? .+$/gm) ?? []
    return [`[${title.slice(2)}](${name})`, sections.map((section) => section.slice(3)).join(', ')]
  })

const tables: Record<string, { page: string; head: Row; rows: readonly Row[] }> = {
  roles: {
    page: 'access',
    head: ['Right', ...workspaceRoles],
    rows: allNouns
      .flatMap(({ rights = {} }) => Object.values(rights))
      .map(({ text, roles }) => [
        text,
        ...workspaceRoles.map((role) => (roles.includes(role) ? 'yes' : 'no')),
      ]),
  },
  limits: {
    page: 'errors',
    head: ['Name', 'Limit', 'Counts'],
    rows: Object.entries(accountLimits).map(([name, { most, counts }]) => [
      `\`${name}\``,
      limitText(name, most),
      counts,
    ]),
  },
  'repeated-requests': {
    page: 'errors',
    head: ['Call', 'Request'],
    rows: calls
      .filter(({ isIdempotent }) => isIdempotent)
      .map(({ name, method, path }) => [`\`${name}\``, `\`${method} ${path}\``]),
  },
  events: {
    page: 'events',
    head: ['Type', 'Shown as', 'Example of `subject`'],
    rows: Object.entries(eventTexts).map(([type, [label, subject]]) => [
      `\`${type}\``,
      label,
      subject ?? 'null',
    ]),
  },
  pages: { page: 'README', head: ['Page', 'Sections'], rows: pages },
}

const line = (cells: Row) => `| ${cells.join(' | ')} |`

const isCheck = process.argv.includes('--check')

for (const [name, { page, head, rows }] of Object.entries(tables)) {
  const path = join(handbook, `${page}.md`)
  const text = readFileSync(path, 'utf8')
  const [start, end] = [`<!-- table: ${name} -->`, '<!-- end -->']
  const from = text.indexOf(start) + start.length
  const to = text.indexOf(end, from)
  if (from < start.length || to < 0) throw new Error(`docs/product/${page}.md has no table "${name}".`)
  const lines = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
  const table = `\n\n${lines.join('\n')}\n\n`
  if (text.slice(from, to) === table) continue
  if (isCheck) {
    console.error(`The table "${name}" of docs/product/${page}.md is stale. Run \`npm run docs\`.`)
    process.exitCode = 1
  } else writeFileSync(path, text.slice(0, from) + table + text.slice(to))
}

if (!isCheck) writeFileSync(join(root, 'docs/authorization-matrix.md'), buildAuthorizationMatrix(root))
