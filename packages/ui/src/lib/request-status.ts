/**
 * The status of a request, independent of the HTTP client: not requested, pending (no response yet), first load
 * (pending with no earlier success), success (a response without an error) or error.
 */
export interface RequestStatus {
  isRequested: boolean
  isPending: boolean
  isFirstLoad: boolean
  isSuccess: boolean
  isError: boolean
  errorMessage?: string | undefined
  /** The ID that identifies the request to support staff. Shown next to the message. */
  requestId?: string | undefined
}

/** The status before a request is made. */
export const notRequested: RequestStatus = {
  isRequested: false,
  isPending: false,
  isFirstLoad: false,
  isSuccess: false,
  isError: false,
}
