import { QueryClient } from '@tanstack/react-query'

/** Creates the query cache. Failures are shown immediately. The user decides whether to retry. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The API may run on the same machine, so requests are sent even if the browser reports that it is offline.
      queries: { retry: false, networkMode: 'always', staleTime: 2_000 },
    },
  })
}
