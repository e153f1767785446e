import { QueryClient } from '@tanstack/react-query'

/** The cache of everything that was read. Failures are told at once and tried again by the person, not behind their back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The API may well be on this very machine: a browser that says it is offline is no reason to wait.
      queries: { retry: false, networkMode: 'always', staleTime: 2_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
