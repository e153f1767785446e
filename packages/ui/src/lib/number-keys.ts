/** What is needed of a key press in a number field. */
export interface NumberKeyPress {
  key: string
  /** Ctrl, Alt or Meta is held: a shortcut, not a character. */
  isShortcut: boolean
  text: string
  /** A point was typed that the browser does not report yet, because no digit follows it. */
  hasOpenPoint: boolean
}

/** The keys e, E and + are blocked in number fields, and so is a second decimal point. */
export function isBlockedNumberKey({ key, isShortcut, text, hasOpenPoint }: NumberKeyPress): boolean {
  if (isShortcut) return false
  if (key === 'e' || key === 'E' || key === '+') return true
  return (key === '.' || key === ',') && (hasOpenPoint || text.includes('.'))
}
