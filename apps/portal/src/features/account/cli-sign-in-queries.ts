import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'

/** The pending sign-in for a code. Never cached, because its state changes outside this browser. */
export function cliSignInQuery(userCode: string) {
  const query = apiQuery(
    cliSignIns.read,
    { params: { userCode } },
    { expectedErrors: ['NotFound', 'ValidationError'] },
  )
  return queryOptions({ ...query, gcTime: 0, retry: false })
}
