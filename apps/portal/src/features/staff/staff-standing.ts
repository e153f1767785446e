import { createContext, use } from 'react'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { RequestError } from '../../lib/request/request-error.ts'

export interface StaffStanding {
  /** The API has answered, and not that the person is no staff. What is asked for later waits for that. */
  isConfirmed: boolean
  /** The refusal of somebody who sees the page and is no staff: the page says it once, above everything. */
  refusal: RequestError | undefined
}

export const StaffStandingContext = createContext<StaffStanding>({ isConfirmed: true, refusal: undefined })

/** Whether an answer says that its caller is no staff (RULES section 4: a *verified* address of the domain). */
export function isStaffRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.code === 'NotStaff' || error.code === 'EmailNotVerified')
}

/** How the API takes the person on this page. `disabledReason` is for every button that would be refused. */
export function useStaffStanding(): StaffStanding & { disabledReason: string | undefined } {
  const standing = use(StaffStandingContext)
  return { ...standing, disabledReason: standing.refusal && errorTitle(standing.refusal) }
}
