import { createContext, use } from 'react'
import { errorTitle, isMissing } from '../../lib/request/error-messages.ts'
import { Failure, isOutage, NotLoaded } from '../../lib/request/failure.tsx'
import { RequestError } from '../../lib/request/request-error.ts'

/** What the first request of a staff page shows. */
export interface StaffCheck {
  /** Whether the API has accepted the user as staff. Later requests wait for this. */
  isConfirmed: boolean
  /**
   * Why nothing on the page loads: the API refused a user who can open the page but isn't staff, or it is unavailable. The page
   * shows it once, at the top.
   */
  failure: RequestError | undefined
}

export const StaffCheckContext = createContext<StaffCheck>({ isConfirmed: true, failure: undefined })

/** Whether the API refused the caller for not being staff: docs/product/access.md#staff. */
export function isStaffRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.code === 'NotStaff' || error.code === 'EmailNotVerified')
}

/** The check that follows from the first request of a page. */
export function staffCheckOf({ error, isPending }: { error: unknown; isPending: boolean }): StaffCheck {
  const failure = isStaffRefusal(error) || isOutage(error) ? error : undefined
  return { isConfirmed: !isPending && !failure, failure }
}

/** The staff check, with `disabledReason` for every button whose request would be refused. */
export function useStaffCheck(): StaffCheck & { disabledReason: string | undefined } {
  const check = use(StaffCheckContext)
  const { failure } = check
  return { ...check, disabledReason: isStaffRefusal(failure) ? errorTitle(failure) : undefined }
}

/** Why a look-up failed. If nothing on the page loads, the notice at the top explains it. */
export function LookUpError({ error, retry }: { error: unknown; retry: () => void }) {
  const { failure } = useStaffCheck()
  if (isMissing(error)) return <Failure error={error} />
  return error && failure ? <NotLoaded /> : <Failure error={error} retry={retry} />
}
