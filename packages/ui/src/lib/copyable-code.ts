/**
 * Returns the code that the copy button copies. Removes a leading `$ ` and trailing newlines, so that a pasted shell
 * command does not run before the user has checked it.
 */
export function copyableCode(code: string): string {
  let end = code.length
  while (end > 0 && (code[end - 1] === '\n' || code[end - 1] === '\r')) end -= 1
  return code.slice(code.startsWith('$ ') ? 2 : 0, end)
}
