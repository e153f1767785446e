/** The activity of a workspace. See docs/product/command-line.md#activity. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Activity, activity } from '@portal/contract/activity'
import { listPageMaxSize } from '@portal/contract/limits'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { UsageError } from '../lib/errors.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'

const followEveryMs = 2_000
const followPageSize = '100'

interface Options {
  limit: string
  search?: string
  follow?: boolean
}

const actorOf = ({ actor }: Activity) => actor.serviceAccount?.name ?? formatPerson(actor)
const cellsOf = (row: Activity) => [
  formatTime(row.at),
  row.act,
  actorOf(row),
  row.subject ?? '-',
  row.ipAddress ?? '-',
]

function printRow({ output }: Cli, row: Activity): void {
  if (output.isJson) process.stdout.write(`${JSON.stringify(row)}\n`)
  else output.line(cellsOf(row).join('  '))
}

/** Returns the events since the one with the id `lastSeen`, newest first. */
async function readSince(
  cli: Cli,
  workspaceId: string,
  options: Options,
  lastSeen?: string,
): Promise<Activity[]> {
  const rows: Activity[] = []
  for (;;) {
    const query = { limit: followPageSize, search: options.search, after: rows.at(-1)?.id }
    const page = await cli.call(activity.list, { params: { workspaceId }, query }, { isOnePage: true })
    const fresh = page.filter(({ id }) => lastSeen === undefined || id > lastSeen)
    rows.push(...fresh)
    if (fresh.length < page.length || page.length === 0 || lastSeen === undefined) return rows
  }
}

/** Prints the newest events and then each new one, until the user presses Ctrl-C. */
async function follow(cli: Cli, workspaceId: string, options: Options): Promise<never> {
  let lastSeen: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    const rows = await readSince(cli, workspaceId, options, lastSeen)
    const shown = isFirst ? rows.slice(0, Number(options.limit)) : rows
    for (const row of shown.toReversed()) printRow(cli, row)
    lastSeen = rows[0]?.id ?? lastSeen ?? ''
    await sleep(followEveryMs)
  }
}

async function show(cli: Cli, workspace: string, options: Options): Promise<void> {
  if (!/^[1-9][0-9]{0,3}$/.test(options.limit) || Number(options.limit) > listPageMaxSize)
    throw new UsageError(`--limit must be a number from 1 to ${listPageMaxSize}.`)
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  if (options.follow) return follow(cli, workspaceId, options)
  const query = { limit: options.limit, search: options.search }
  const rows = await cli.call(activity.list, { params: { workspaceId }, query }, { isOnePage: true })
  cli.output.result(rows, () =>
    cli.output.table(
      ['TIME', 'EVENT', 'BY', 'SUBJECT', 'ADDRESS'],
      rows.map(cellsOf),
      'There are no events.',
    ),
  )
}

export function addActivityCommand(program: Command, cli: Cli): void {
  program
    .command('activity')
    .description('Show the activity of a workspace, newest first. Only its owner can do this.')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--limit <number>', 'number of events', '50')
    .option('--search <text>', 'only events whose subject or user contains this text')
    .option('--follow', 'print new events as they happen, oldest first')
    .addHelpText(
      'after',
      '\nExamples:\n  $ portal activity Production --limit 10\n  $ portal activity Production --follow',
    )
    .action((workspace: string, options: Options) => show(cli, workspace, options))
}
