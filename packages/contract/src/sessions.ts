/** Sessions of a person (RULES section 3). */
import { personReads } from './access.ts'
import { endpoint } from './endpoint.ts'

export const sessions = {
  end: endpoint({
    name: 'sessions.end',
    method: 'POST',
    path: '/session/logout',
    access: personReads({
      credentials: ['session', 'instance'],
      confined: 'allowed',
      opensToConfinedTokens: true,
      email: 'any',
    }),
    success: { status: 204 },
    summary: 'Ends the credential that is sent: the portal session, or the instance token.',
    spec: 'RULES 3',
  }),
}
