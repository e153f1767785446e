import type { RequestStatus } from './request-status.ts'

/** The four states of a load. */
type LoadState = 'uninitialized' | 'loading' | 'error' | 'success'

/**
 * Chooses between loading, error, success and uninitialized. Only a first load hides the content. A reload after a
 * success keeps showing it.
 */
export function chooseLoadState(status: RequestStatus): LoadState {
  if (!status.isRequested) return 'uninitialized'
  if (status.isFirstLoad) return 'loading'
  if (status.isError) return 'error'
  return 'success'
}
