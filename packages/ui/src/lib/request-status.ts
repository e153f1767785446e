/**
 * How a request stands, in words that suit any way of making it: not requested,
 * pending (no response yet), first load (pending with no earlier success), success (a response without error), error.
 */
export interface RequestStatus {
  isRequested: boolean
  isPending: boolean
  isFirstLoad: boolean
  isSuccess: boolean
  isError: boolean
  errorMessage?: string | undefined
  /** Names the request to support people; shown beside the message. */
  requestId?: string | undefined
}

/** A request that nobody has made yet. */
export const notRequested: RequestStatus = {
  isRequested: false,
  isPending: false,
  isFirstLoad: false,
  isSuccess: false,
  isError: false,
}
