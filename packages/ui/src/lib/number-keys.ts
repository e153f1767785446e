/** The details of a key press in a number field. */
export interface NumberKeyPress {
  key: string
  /** Whether Ctrl, Alt or Meta is held, so that the key press is a shortcut and not a character. */
  isShortcut: boolean
  text: string
  /** Whether the text ends in a decimal point, which the browser does not report until a digit follows. */
  hasOpenPoint: boolean
}

/** Whether a key is blocked: e, E, + or a second decimal point. */
export function isBlockedNumberKey({ key, isShortcut, text, hasOpenPoint }: NumberKeyPress): boolean {
  if (isShortcut) return false
  if (key === 'e' || key === 'E' || key === '+') return true
  return (key === '.' || key === ',') && (hasOpenPoint || text.includes('.'))
}
