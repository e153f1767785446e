/**
 * A field is left as soon as a pointer goes down elsewhere, often on a button. Were its error shown at once, the button
 * would move from under the pointer and never be clicked. So what leaving a field does waits for the pointer to come up.
 */
let isPointerDown = false
let waiting: (() => void)[] = []

function comeUp() {
  isPointerDown = false
  const due = waiting
  waiting = []
  // The click comes right behind.
  if (due.length > 0) setTimeout(() => due.forEach((run) => void run()), 0)
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPointerDown = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const)
    document.addEventListener(end, comeUp, { capture: true })
}

/** Runs it at once, or behind the click that is under way. */
export function whenPointerIsUp(run: () => void): void {
  if (isPointerDown) waiting.push(run)
  else run()
}
