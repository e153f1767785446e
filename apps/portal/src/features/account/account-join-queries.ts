import { accountJoins } from '@portal/contract/account-joins/account-joins'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'

/** The account that the question is about. Never cached, because the question can be answered once. */
export const accountJoinQuery = queryOptions({
  ...apiQuery(accountJoins.read, {}, { expectedErrors: ['NotFound'] }),
  gcTime: 0,
  retry: false,
})
