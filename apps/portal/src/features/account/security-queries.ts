import { sessions } from '@portal/contract/sessions/sessions'
import { apiQuery } from '../../lib/request/api-query.ts'

/** Never cached, because the list must show the current sessions. */
export const sessionsQuery = (userId: string) => ({
  ...apiQuery(sessions.list, { params: { userId } }),
  staleTime: 0,
})

export const identitiesQuery = (userId: string) => apiQuery(sessions.identities, { params: { userId } })
