/** The activity of a workspace. See docs/product/command-line.md#activity. */
import { type Activity, activity } from '@portal/contract/activity/activity'
import { subjectText } from '@portal/contract/activity/subject-text'
import { listPageMaxSize } from '@portal/contract/limits'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'
import { keepTrying } from '../lib/keep-trying.ts'
import { limitOption, takeRows } from '../lib/limited-rows.ts'
import { sleep } from '../lib/sleep.ts'

const followEveryMs = 2_000
const followPageSize = 100
const mostFollowed = 1_000

interface Options {
  limit: number
  search?: string
  follow?: boolean
}

function actorOf({ actor }: Activity): string {
  const name = actor.serviceAccount?.name ?? formatPerson(actor)
  return actor.tokenName === null ? name : `${name} (API token ${actor.tokenName})`
}
const cellsOf = (row: Activity) => [
  formatTime(row.at),
  row.act,
  actorOf(row),
  subjectText(row) ?? '-',
  row.ipAddress ?? '-',
]

function printRow({ output }: Cli, row: Activity): void {
  if (output.isJson) process.stdout.write(`${JSON.stringify(row)}\n`)
  else output.line(cellsOf(row).join('  '))
}

/** Yields the events, newest first. Requests another page when all rows of the previous one have been used. */
async function* listEvents(cli: Cli, workspaceId: string, search: string | undefined, limit: number) {
  const query = { limit: String(Math.min(limit, listPageMaxSize)), search }
  for await (const page of cli.pages(activity.list, { params: { workspaceId }, query })) yield* page
}

/** Returns the events since the one with the id `lastSeen`, newest first. After an interruption, there can be many. */
async function readSince(
  cli: Cli,
  workspaceId: string,
  search: string | undefined,
  lastSeen: string,
): Promise<Activity[]> {
  async function* listNewer() {
    for await (const row of listEvents(cli, workspaceId, search, followPageSize))
      if (row.id > lastSeen) yield row
      else return
  }
  return takeRows(cli.output, listNewer(), mostFollowed, 'new events')
}

/** Prints the newest events and then each new one, until the user presses Ctrl-C. */
async function follow(cli: Cli, workspaceId: string, { limit, search }: Options): Promise<never> {
  let rows = await takeNewest(cli, workspaceId, { limit, search })
  let lastSeen = ''
  for (;;) {
    for (const row of rows.toReversed()) printRow(cli, row)
    lastSeen = rows[0]?.id ?? lastSeen
    await sleep(followEveryMs)
    rows = await keepTrying(() => readSince(cli, workspaceId, search, lastSeen), cli.output.note)
  }
}

async function takeNewest(cli: Cli, workspaceId: string, { limit, search }: Options): Promise<Activity[]> {
  const rows: Activity[] = []
  for await (const row of listEvents(cli, workspaceId, search, limit)) {
    rows.push(row)
    if (rows.length === limit) break
  }
  return rows
}

async function show(cli: Cli, workspace: string, options: Options): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  if (options.follow) return follow(cli, workspaceId, options)
  const rows = await takeNewest(cli, workspaceId, options)
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
    .addOption(limitOption('events', 50))
    .option('--search <text>', 'only events whose subject or user contains this text')
    .option('--follow', 'print new events as they happen, oldest first')
    .addHelpText(
      'after',
      '\nExamples:\n  $ portal activity Production --limit 10\n  $ portal activity Production --follow',
    )
    .action((workspace: string, options: Options) => show(cli, workspace, options))
}
