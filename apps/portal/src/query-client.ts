import type { ErrorType } from '@portal/contract/errors'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
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

/** Creates the query client. Failures are shown immediately. The user decides whether to retry. */
export function createQueryClient(): QueryClient {
  // The API may run on the same machine, so requests are sent even if the browser reports that it is offline.
  const networkMode = 'always'
  // A button shows that its write is pending before the next click or key press is handled.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: new QueryCache({ onError: handleFailure }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => handleFailure(error, mutation),
    }),
    defaultOptions: {
      queries: { retry: false, networkMode, staleTime: 2_000 },
      // With 0, the library would poll a pending write in a busy loop if no component observes it. See decision 0043.
      mutations: { retry: false, networkMode, gcTime: 60_000 },
    },
  })
}
