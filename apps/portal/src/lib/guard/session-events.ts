/** Session changes that follow from the API's refusals. */
export type SessionEvent = 'ended' | 'changed'

const listeners = new Set<(event: SessionEvent) => void>()

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `ended`: the session no longer exists. `changed`: the user's permissions differ from the portal's cached session. */
const eventByCode: Partial<Record<string, SessionEvent>> = {
  NotSignedIn: 'ended',
  SessionEnded: 'ended',
  AccountQuarantined: 'changed',
  AccountSuspended: 'changed',
  MissingTosAcceptance: 'changed',
  EmailNotVerified: 'changed',
}

/** Notifies the listeners if the refusal affects the session. */
export function announceRefusal(code: string | undefined): void {
  const event = eventByCode[code ?? '']
  if (!event) return
  for (const listener of listeners) listener(event)
}
