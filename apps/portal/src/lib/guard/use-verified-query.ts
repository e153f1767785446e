import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RequestError } from '../request/request-error.ts'
import { useSession } from './session.ts'

/**
 * A query that the page's loader sends, for a user with a verified email. A failed request of the loader is not repeated when the
 * component appears.
 */
export function useVerifiedQuery<Data, Key extends readonly unknown[]>(
  query: UseQueryOptions<Data, RequestError, Data, Key>,
): UseQueryResult<Data, RequestError> {
  const user = useSession()
  return useQuery({ ...query, enabled: user?.emailVerified === true, retryOnMount: false })
}
