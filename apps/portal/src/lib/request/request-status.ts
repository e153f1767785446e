import { notRequested, type RequestStatus } from '@portal/ui/lib/request-status'
import type { RequestRecord } from './request-record.ts'

/** Derives the status of a request from its record. */
export function requestStatus(record: RequestRecord | undefined): RequestStatus {
  if (!record) return notRequested
  const isPending = record.receivedAt === undefined
  const isError = !isPending && record.error !== undefined
  return {
    isRequested: true,
    isPending,
    isFirstLoad: isPending && record.lastSuccessAt === undefined,
    isSuccess: !isPending && !isError,
    isError,
    errorMessage: isError ? record.error?.message : undefined,
    requestId: isError ? record.error?.requestId : undefined,
  }
}
