/** What the API's refusals tell about the person's session, for whoever keeps it. */
export type SessionEvent = 'ended' | 'changed'

const listeners = new Set<(event: SessionEvent) => void>()

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `ended`: there is no session any more. `changed`: what the person may do is no longer what the portal thinks. */
const eventByCode: Partial<Record<string, SessionEvent>> = {
  NotSignedIn: 'ended',
  SessionEnded: 'ended',
  AccountQuarantined: 'changed',
  AccountSuspended: 'changed',
  MissingTosAcceptance: 'changed',
  EmailNotVerified: 'changed',
}

/** Tells the listeners when the refusal is of that kind. */
export function announceRefusal(code: string | undefined): void {
  const event = eventByCode[code ?? '']
  if (!event) return
  for (const listener of listeners) listener(event)
}
