import type { ErrorType } from '@portal/contract/errors'
import { MutationCache, notifyManager, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { announceFreshSignIn } from './lib/guard/fresh-sign-in-events.ts'
import { announceRefusal } from './lib/guard/session-events.ts'
import { RequestError } from './lib/request/request-error.ts'

interface FailureMeta {
  meta?: { expectedErrors?: readonly ErrorType[] | undefined } | undefined
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError
    queryMeta: NonNullable<FailureMeta['meta']>
    mutationMeta: NonNullable<FailureMeta['meta']>
  }
}

/** Logs a failed request once, and announces what it says about the session. */
function handleFailure(error: RequestError, { meta }: FailureMeta): void {
  if (!(error instanceof RequestError)) {
    console.error(error)
    return
  }
  const line = [`${error.callName} failed: ${error.message}`, error.code ?? '', error.requestId ?? '']
  if (error.code === 'FreshSignInRequired') {
    console.warn(...line)
    announceFreshSignIn(error.message)
  } else if (meta?.expectedErrors?.some((type) => type === error.code)) {
    console.warn(...line)
  } else {
    console.error(...line)
    announceRefusal(error.code)
  }
}

/**
 * Creates the query client. Without a network, reads wait for it, and writes fail, because the user decides whether to send them
 * again. A read that is a step of a write has `retry: false`, so that the write doesn't continue later by itself. Any other
 * failure is shown immediately.
 */
export function createQueryClient(): QueryClient {
  // The browser's events are ignored: the API may run on the same machine. `lib/request/transport.ts` reports the network.
  onlineManager.setEventListener(() => undefined)
  // A button shows that its write is pending before the next click or key press is handled.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: new QueryCache({ onError: handleFailure }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => handleFailure(error, mutation),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        retry: (_count, { isOffline }) => isOffline,
        retryDelay: 0,
        staleTime: 2_000,
      },
      // With 0, the library would poll a pending write in a busy loop if no component observes it. See decision 0043.
      mutations: { retry: false, networkMode: 'always', gcTime: 60_000 },
    },
  })
}
