/** Formats JSON log lines for the terminal. Other lines stay unchanged. */
const levelNames: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** Fields that repeat the prefix or have no use on one machine. */
const leftOut = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg'])

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{"level":')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * `{"level":30,"msg":"ready","port":9001}` becomes `info ready port=9001`. An error's stack follows on separate lines.
 */
export function readableLogLine(line: string): string {
  const entry = parse(line)
  if (!entry) return line
  const level =
    typeof entry.level === 'number' ? (levelNames[entry.level] ?? String(entry.level)) : String(entry.level)
  const parts = [level, typeof entry.msg === 'string' ? entry.msg : '']
  let stack = ''
  for (const [key, value] of Object.entries(entry)) {
    if (leftOut.has(key) || value === undefined || value === null) continue
    if (isRecord(value) && typeof value.stack === 'string') stack = `\n${value.stack}`
    else parts.push(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  return parts.filter((part) => part !== '').join(' ') + stack
}
