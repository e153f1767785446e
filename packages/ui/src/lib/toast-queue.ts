import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import type { ToneOrNeutral } from './tone.ts'

export interface ToastMessage {
  title: string
  description?: string
  tone: ToneOrNeutral
}

export interface ToastOptions {
  description?: string
  tone?: ToneOrNeutral
  /** How long it stays; hovering or focusing it stops the clock. Those that tell of a danger stay until dismissed. */
  timeoutMs?: number
}

/** Long enough to read a line, and what accessibility guidance asks at least. */
export const defaultToastTimeoutMs = 5000

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 })

/** Shows a short message at the page's edge and returns what takes it away again. */
export function showToast(
  title: string,
  { description, tone = 'neutral', timeoutMs }: ToastOptions = {},
): () => void {
  const timeout = timeoutMs ?? (tone === 'danger' ? undefined : defaultToastTimeoutMs)
  const key = toastQueue.add({ title, tone, ...(description && { description }) }, timeout ? { timeout } : {})
  return () => toastQueue.close(key)
}
