/** The authorization matrix: makes every call of a noun as every kind of caller. See docs/product/access.md#order-of-checks. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type CallInput, type Endpoint, pathOf, pathSegments } from '@portal/contract/endpoint'
import { expect, it } from 'vitest'
import { identities } from '../features/sessions/identity-table.ts'
import type { TestApp } from './build-test-app.ts'
import { callerNames, type MatrixCaller, makeCallers } from './callers.ts'
import { truncateAll } from './open-test-database.ts'
import type { Outcomes } from './outcome-groups.ts'

type Sample<T> = { [Part in keyof T]: T[Part] | ((caller: MatrixCaller) => T[Part]) }

/** What each caller gets, with a valid body and query, so that only the guard decides. */
type Row<E extends Endpoint> = Outcomes &
  Sample<Omit<CallInput<E>, 'params'>> & {
    /** Whether the call changes what the callers need for later calls. */
    changesState?: true
  }

type AnyRow = Outcomes & { body?: unknown; query?: unknown; changesState?: true }

/**
 * Declares the test that each call of a noun answers each kind of caller as its row says. Rows are written by hand, not derived
 * from the call's `access`. `docs/authorization-matrix.md` shows them all.
 */
export function testOutcomes<Noun extends Record<string, Endpoint>>(
  test: TestApp,
  noun: Noun,
  rows: { [Verb in keyof Noun]: Row<Noun[Verb]> },
): void {
  const tried = Object.entries(noun).map(([verb, call]) => ({ call, verb, row: rows[verb] as AnyRow }))
  const [name = ''] = tried[0]?.call.name.split('.') ?? []
  const section = formatSection(name, tried)
  const folder = process.env.OUTCOMES_FOLDER
  if (folder) writeFileSync(join(folder, `${name}.md`), section)

  it(`every call of ${name} answers every kind of caller as its outcomes say`, async () => {
    let callers: Awaited<ReturnType<typeof prepareCallers>> | undefined
    for (const { call, row } of tried) {
      callers ??= await prepareCallers(test)
      const outcomes: Outcomes = {}
      for (const caller of callerNames) outcomes[caller] = await outcomeOf(test, call, row, callers[caller])
      expect.soft(outcomes, call.name).toEqual(expand(row))
      if (row.changesState) callers = undefined
    }
  })

  it(`docs/authorization-matrix.md shows the outcomes of ${name}`, () => {
    const overview = join(import.meta.dirname, '../../../../docs/authorization-matrix.md')
    expect(readFileSync(overview, 'utf8'), 'Run npm run docs.').toContain(section)
  })
}

async function prepareCallers(test: TestApp) {
  await truncateAll(test.database)
  const callers = await makeCallers(test)
  const known = await test.database.orm.select().from(identities)
  for (const { subject, email, isEmailVerified } of known)
    test.identity.add({ subject, email, isEmailVerified })
  return callers
}

/** Returns the call's path with the caller's own ids. Other ids don't exist. */
function pathFor(
  call: Endpoint,
  { userId, workspaceId, sessionId, invitationId, code }: MatrixCaller,
): string {
  const ids: Record<string, string | undefined> = { userId, workspaceId, sessionId, invitationId, code }
  const names = pathSegments(call).flatMap((segment) => (segment.startsWith(':') ? segment.slice(1) : []))
  const own = (parameter: string) => (parameter === 'userCode' ? 'BCDFGHJK' : ids[parameter])
  return pathOf(call, Object.fromEntries(names.map((parameter) => [parameter, own(parameter) ?? 'none'])))
}

async function outcomeOf(test: TestApp, call: Endpoint, row: AnyRow, caller: MatrixCaller): Promise<string> {
  const sample = (part: unknown) => (typeof part === 'function' ? part(caller) : part)
  const response = await test.app.inject({
    method: call.method,
    url: pathFor(call, caller),
    query: sample(row.query),
    payload: sample(row.body),
    headers: test.headersOf(caller.as),
  })
  const { statusCode: status } = response
  if (status === 302) {
    const location = String(response.headers.location)
    return location.startsWith(test.config.PORTAL_URL)
      ? location.replace(test.config.PORTAL_URL, 'portal').replace(caller.workspaceId, 'ID')
      : (location.split('?')[0] ?? '')
  }
  if (status < 400) return String(status)
  const refused = response.json()
  return `${status} ${refused.type ?? refused.error.type ?? refused.kind}`
}

function expand({ allOthers, ...named }: AnyRow): Outcomes {
  return Object.fromEntries(callerNames.map((caller) => [caller, named[caller] ?? allOthers]))
}

/** Groups items by what `keyOf` returns, in the order of the first item of each group. */
const groupsOf = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, keyOf).values(),
]

/** Formats a noun's section of the overview. Calls with the same outcomes share a column, and callers a line. */
function formatSection(name: string, tried: readonly { verb: string; row: AnyRow }[]): string {
  const missing = tried.find(({ row }) => row === undefined)
  if (missing) throw new Error(`${name}.${missing.verb} has no row in testOutcomes`)
  const outcomes = tried.map(({ verb, row }) => ({ verb, row: expand(row) }))
  const columns = groupsOf(outcomes, ({ row }) => JSON.stringify(row))
  const outcomesOf = (caller: keyof Outcomes) => columns.map(([first]) => first?.row[caller]).join(' | ')
  const lines = groupsOf(callerNames, outcomesOf).map((callers) => {
    const label = callers.length === callerNames.length ? 'every caller' : callers.join(', ')
    return `| ${label} | ${outcomesOf(callers[0] ?? 'nobody')} |`
  })
  const header = columns.map((calls) => calls.map(({ verb }) => verb).join(', ')).join(' | ')
  return [
    `## ${name}`,
    '',
    `| caller | ${header} |`,
    `|${' --- |'.repeat(columns.length + 1)}`,
    ...lines,
    '',
  ].join('\n')
}
