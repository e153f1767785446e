/** Notifies listeners that the API requires a new sign-in. They receive the API's message. */
type Listener = (message: string) => void

const listeners = new Set<Listener>()

export function onFreshSignInRequired(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function announceFreshSignIn(message: string): void {
  for (const listener of listeners) listener(message)
}
