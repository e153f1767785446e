import { notRequested, type RequestStatus } from '@portal/ui/lib/request-status'
import type { MutationObserverResult } from '@tanstack/react-query'
import type { RequestError } from './request-error.ts'
import type { RequestRecord } from './request-record.ts'

/** Derives the status of a write from its mutation. `record` tells whether an earlier request with the same key succeeded. */
export function requestStatus(
  { status, error }: Pick<MutationObserverResult<void, RequestError>, 'status' | 'error'>,
  record: Pick<RequestRecord, 'lastSuccessAt'> | undefined,
): RequestStatus {
  if (status === 'idle') return notRequested
  const isPending = status === 'pending'
  return {
    isRequested: true,
    isPending,
    isFirstLoad: isPending && record?.lastSuccessAt === undefined,
    isSuccess: status === 'success',
    isError: status === 'error',
    errorMessage: error?.message,
    requestId: error?.requestId,
  }
}
