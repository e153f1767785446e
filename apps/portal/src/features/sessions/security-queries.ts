import { sessions } from '@portal/contract/sessions/sessions'
import { queryFor } from '../../lib/request/queries.ts'

/** Never cached, because the list must show the current sessions. */
export const sessionsQuery = (userId: string) => ({
  ...queryFor(sessions.list, { params: { userId } }),
  staleTime: 0,
})

export const identitiesQuery = (userId: string) => queryFor(sessions.identities, { params: { userId } })
