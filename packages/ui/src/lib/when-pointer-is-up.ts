/**
 * A field loses focus as soon as the pointer goes down elsewhere, often on a button. An error shown at that moment
 * could move the button from under the pointer, so that the click misses it. The blur handling therefore waits until
 * the pointer is up.
 */
let isPointerDown = false
let waiting: (() => void)[] = []

function comeUp() {
  isPointerDown = false
  const due = waiting
  waiting = []
  // The click event follows pointerup, so run after it.
  if (due.length > 0) setTimeout(() => due.forEach((run) => void run()), 0)
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPointerDown = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const)
    document.addEventListener(end, comeUp, { capture: true })
}

/** Runs the callback immediately, or after the click in progress. */
export function whenPointerIsUp(run: () => void): void {
  if (isPointerDown) waiting.push(run)
  else run()
}
