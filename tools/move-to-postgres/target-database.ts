const usage =
  'Usage: MOVE_TO_DATABASE_URL=postgres://user:password@host:5432/database npm run move-to-postgres'

interface Target {
  url: string
  warning?: string
}

/**
 * Returns the database to move to: the option `--to`, or else `MOVE_TO_DATABASE_URL`. Every user of the machine can read the
 * arguments of a process.
 */
export function targetDatabase(option: string | undefined, variable: string | undefined): Target {
  const url = option || variable
  if (!url) throw new Error(usage)
  if (!option || !URL.canParse(url) || new URL(url).password === '') return { url }
  return {
    url,
    warning:
      'Other users of this machine can see the password in --to. Set MOVE_TO_DATABASE_URL instead, and change this password.',
  }
}
