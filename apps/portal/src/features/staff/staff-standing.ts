import { createContext, use } from 'react'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { RequestError } from '../../lib/request/request-error.ts'

export interface StaffStanding {
  /** Whether the API has accepted the user as staff. Later requests wait for this. */
  isConfirmed: boolean
  /** The API's refusal of a user who can open the page but isn't staff. The page shows it once, at the top. */
  refusal: RequestError | undefined
}

export const StaffStandingContext = createContext<StaffStanding>({ isConfirmed: true, refusal: undefined })

/** Whether the API refused the caller for not being staff: docs/product/access.md#staff. */
export function isStaffRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.code === 'NotStaff' || error.code === 'EmailNotVerified')
}

/** The user's staff standing, with `disabledReason` for every button whose request would be refused. */
export function useStaffStanding(): StaffStanding & { disabledReason: string | undefined } {
  const standing = use(StaffStandingContext)
  return { ...standing, disabledReason: standing.refusal && errorTitle(standing.refusal) }
}
