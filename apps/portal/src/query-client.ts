import { notifyManager, QueryClient } from '@tanstack/react-query'
import { recordRequests } from './lib/request/request-record.ts'

/** Creates the query client and records its requests. Failures are shown immediately. The user decides whether to retry. */
export function createQueryClient(): QueryClient {
  // The API may run on the same machine, so requests are sent even if the browser reports that it is offline.
  const networkMode = 'always'
  // A button shows that its write is pending before the next click or key press is handled.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode, staleTime: 2_000 },
      // With 0, the library would poll a pending write in a busy loop if no component observes it. See decision 0043.
      mutations: { retry: false, networkMode, gcTime: 60_000 },
    },
  })
  recordRequests(client)
  return client
}
