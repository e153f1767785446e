import { styleText } from 'node:util'
import type { LocalProcess } from './processes.ts'

/** The users that the identity provider starts with. */
const seededPeople = [
  ['staff@systeminit.com', 'staff'],
  ['owner@example.com', 'owner'],
  ['collaborator@example.com', 'collaborator'],
  ['newcomer@example.com', 'newcomer'],
] as const
const seededPassword = 'password'

/** Formats the table that the terminal shows when everything is ready. */
/** @param dataDir undefined if the data is in another database */
export function addressTable(processes: readonly LocalProcess[], dataDir: string | undefined): string {
  const rows = processes
    .toReversed()
    .flatMap((row) => (row.address ? [{ ...row, address: row.address }] : []))
  const width = Math.max(...rows.map((row) => row.address.length))
  const whatWidth = Math.max(...rows.map((row) => row.what.length))
  const people = seededPeople.map(([email, role]) => `${email} (${role})`)
  return [
    '',
    ...rows.map(({ address, color, what, note = '' }) =>
      `  ${styleText(['bold', color], address.padEnd(width))}  ${what.padEnd(whatWidth)}  ${note}`.trimEnd(),
    ),
    '',
    `  Sign in as ${people.slice(0, 2).join(', ')},`,
    `  ${people.slice(2).join(' or ')}. The password is "${seededPassword}".`,
    '  Or create an account: the verification email arrives in the inbox.',
    '',
    `  Your data is in ${dataDir ?? 'the database of DATABASE_URL'}. Press Ctrl-C to stop everything.`,
    '',
  ].join('\n')
}
