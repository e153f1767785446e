/**
 * What the copy button of a code block takes: the code without a leading `$ ` and without
 * trailing newlines, so that a pasted shell command is not run before one has looked at it.
 */
export function copyableCode(code: string): string {
  let end = code.length
  while (end > 0 && (code[end - 1] === '\n' || code[end - 1] === '\r')) end -= 1
  return code.slice(code.startsWith('$ ') ? 2 : 0, end)
}
