import { browserStorage } from '@portal/ui/lib/storage'

/** On Apple devices commands use ⌘, because Ctrl-K is an editing key in text fields. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export const paletteKeyLabel = isApple ? '⌘K' : 'Ctrl K'

/** The Latin letter of a key. On a layout without Latin letters, such as a Cyrillic one, the key's place on the keyboard decides. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

export function isPaletteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  return letterOf(event) === 'k' && (isApple ? metaKey : ctrlKey) && !shiftKey && !altKey
}

/** Whether a dialog is open. A toast has the role of one, but doesn't cover the page. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), dialog[open]') !==
  null

/** Whether a letter may be meant for the element: a field, or a menu whose entries it finds. */
export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]') !== null

const storageKey = 'SI-CHARACTER-KEYS'

/** Whether `?` and `g` are shortcuts, stored in this browser. Speech input types such keys by accident: WCAG 2.1.4. */
export const areCharacterKeysOn = (): boolean => browserStorage().getItem(storageKey) !== 'off'

export const setCharacterKeys = (isOn: boolean): void =>
  browserStorage().setItem(storageKey, isOn ? 'on' : 'off')
