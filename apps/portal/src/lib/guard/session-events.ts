/** Session changes that follow from the API's refusals. */
import { browserNavigation } from './browser-navigation.ts'

export type SessionEvent = 'ended' | 'changed'

const listeners = new Set<(event: SessionEvent) => void>()

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `ended`: the session no longer exists. `changed`: the user or their permissions differ from the portal's cached session. */
const eventByCode: Partial<Record<string, SessionEvent>> = {
  NotSignedIn: 'ended',
  SessionEnded: 'ended',
  AccountChanged: 'changed',
  AccountQuarantined: 'changed',
  AccountSuspended: 'changed',
  MissingTosAcceptance: 'changed',
  EmailNotVerified: 'changed',
}

/** Refusals that end the session for a reason that a page explains. */
const problemPages: Partial<Record<string, string>> = {
  SignInNotApproved: '/sign-in-problem?reason=not-approved',
  AccountDeleted: '/sign-in-problem?reason=deleted',
}

/** Notifies the listeners if the refusal affects the session, or opens the page that explains its end. */
export function announceRefusal(code: string | undefined): void {
  const page = problemPages[code ?? '']
  if (page) {
    browserNavigation.replace(page)
    return
  }
  const event = eventByCode[code ?? '']
  if (!event) return
  for (const listener of listeners) listener(event)
}
