import { sessions } from '@portal/contract/sessions'
import { tokens } from '@portal/contract/tokens'
import { queryFor } from '../../lib/request/api.ts'

/** Asked anew each time: what was signed in a minute ago is no answer here. */
export const sessionsQuery = (userId: string) => ({
  ...queryFor(sessions.list, { params: { userId } }),
  staleTime: 0,
})

export const identitiesQuery = (userId: string) => queryFor(sessions.identities, { params: { userId } })

/** Asked anew each time: one may have been made or revoked elsewhere. */
export const ownTokensQuery = (userId: string) => ({
  ...queryFor(tokens.mine, { params: { userId } }),
  staleTime: 0,
})
