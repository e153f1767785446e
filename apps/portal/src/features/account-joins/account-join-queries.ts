import { accountJoins } from '@portal/contract/account-joins/account-joins'
import { queryOptions } from '@tanstack/react-query'
import { queryFor } from '../../lib/request/queries.ts'

/** The account that the question is about. Never cached, because the question can be answered once. */
export const accountJoinQuery = queryOptions({
  ...queryFor(accountJoins.read, {}, { expectedErrors: ['NotFound'] }),
  gcTime: 0,
  retry: false,
})
