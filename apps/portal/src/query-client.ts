import { QueryClient } from '@tanstack/react-query'
import { recordRequests } from './lib/request/request-record.ts'

/** Creates the portal's cache. Failures are shown immediately. The user decides whether to retry. */
export function createQueryClient(): QueryClient {
  // The API may run on the same machine, so requests are sent even if the browser reports that it is offline.
  const networkMode = 'always'
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode, staleTime: 2_000 },
      // With 0, the library would look at a pending write that no component observes in a loop without a pause.
      mutations: { retry: false, networkMode, gcTime: 1_000 },
    },
  })
  recordRequests(client)
  return client
}
