import type { RequestStatus } from './request-status.ts'

/** The four faces of a load. */
type LoadState = 'uninitialized' | 'loading' | 'error' | 'success'

/**
 * Chooses between loading, error, success and uninitialized. Only a first load hides what is there: a reload after an
 * earlier success goes on showing it.
 */
export function chooseLoadState(status: RequestStatus): LoadState {
  if (!status.isRequested) return 'uninitialized'
  if (status.isFirstLoad) return 'loading'
  if (status.isError) return 'error'
  return 'success'
}
