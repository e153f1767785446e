import { sessions } from '@portal/contract/sessions'
import { queryFor } from '../../lib/api.ts'

/** Asked anew each time: what was signed in a minute ago is no answer here. */
export const sessionsQuery = (userId: string) => ({
  ...queryFor(sessions.list, { params: { userId } }),
  staleTime: 0,
})

export const identitiesQuery = (userId: string) => queryFor(sessions.identities, { params: { userId } })
