import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import type { ToneOrNeutral } from './tone.ts'

/** An action the user can take on a message. Its label is a word or two, such as "Undo". */
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
  /** Replaces the open message with the same id, such as the failure of an earlier try. */
  id?: string | undefined
  description?: string
  tone?: ToneOrNeutral
  /** A button in the message. Pressing it also closes the message. */
  action?: ToastAction
  /**
   * How long the message stays open. Hovering or focusing it pauses the timer. By default, danger messages stay open
   * until dismissed.
   */
  timeoutMs?: number
}

/** Long enough to read one line, and the minimum that accessibility guidance asks for. */
export const defaultToastTimeoutMs = 5000
/** Long enough to read the message, decide and reach the button by keyboard. */
const actionToastTimeoutMs = 20_000

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 })

/** The keys of the messages that have an id. */
const keys = new Map<string, string>()

/** Closes the message with this id if it is still open. */
export function closeToast(id: string): void {
  const key = keys.get(id)
  if (key !== undefined) toastQueue.close(key)
  keys.delete(id)
}

/** Shows a short message at the edge of the page. */
export function showToast(
  title: string,
  { id, description, tone = 'neutral', action, timeoutMs }: ToastOptions = {},
): void {
  if (id !== undefined) closeToast(id)
  const usual = action ? actionToastTimeoutMs : defaultToastTimeoutMs
  const timeout = timeoutMs ?? (tone === 'danger' ? undefined : usual)
  const message = { title, tone, ...(description && { description }), ...(action && { action }) }
  const key = toastQueue.add(message, timeout ? { timeout } : {})
  if (id !== undefined) keys.set(id, key)
}
