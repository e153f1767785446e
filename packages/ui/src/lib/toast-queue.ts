import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import type { ToneOrNeutral } from './tone.ts'

/** What the reader may do about a message: a word or two, such as "Undo". */
export interface ToastAction {
  label: string
  onPress: () => void
}

export interface ToastMessage {
  title: string
  description?: string
  tone: ToneOrNeutral
  action?: ToastAction
}

export interface ToastOptions {
  description?: string
  tone?: ToneOrNeutral
  /** A button in the message; pressing it also takes the message away. */
  action?: ToastAction
  /** How long it stays; hovering or focusing it stops the clock. Those that tell of a danger stay until dismissed. */
  timeoutMs?: number
}

/** Long enough to read a line, and what accessibility guidance asks at least. */
export const defaultToastTimeoutMs = 5000
/** Long enough to read it, to think again, and to get to the button by keyboard. */
const actionToastTimeoutMs = 20_000

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 })

/** Shows a short message at the page's edge and returns what takes it away again. */
export function showToast(
  title: string,
  { description, tone = 'neutral', action, timeoutMs }: ToastOptions = {},
): () => void {
  const usual = action ? actionToastTimeoutMs : defaultToastTimeoutMs
  const timeout = timeoutMs ?? (tone === 'danger' ? undefined : usual)
  const message = { title, tone, ...(description && { description }), ...(action && { action }) }
  const key = toastQueue.add(message, timeout ? { timeout } : {})
  return () => toastQueue.close(key)
}
