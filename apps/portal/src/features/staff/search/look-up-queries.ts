/**
 * What staff look up: each answer is recorded, so it is asked for when somebody presses a button or opens a page, and
 * never behind their back.
 */
import { people } from '@portal/contract/people'
import { staff } from '@portal/contract/staff'
import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from '../../../lib/request/api.ts'

/** Neither time nor a look at another window has it asked for again. */
export const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
} as const

/** A page is read each time somebody opens it; until the answer is there, what was known stays in sight. */
const askedAtEachVisit = { ...askedOnce, refetchOnMount: 'always' } as const

export const searchQuery = (text: string) => ({
  ...queryFor(staff.search, { query: { text } }, { keyParts: [text] }),
  ...askedOnce,
})

export const peopleOfAddressQuery = (email: string) => ({
  ...queryFor(people.listByEmail, { query: { email } }, { keyParts: [email] }),
  ...askedOnce,
})

export const workspaceOwnerQuery = (workspaceId: string) => ({
  ...queryFor(workspaces.adminLookup, { params: { workspaceId } }, { expectedErrors: ['NotFound'] }),
  ...askedOnce,
})

export const personQuery = (userId: string) => ({
  ...queryFor(staff.readPerson, { params: { userId } }, { expectedErrors: ['NotFound'] }),
  ...askedAtEachVisit,
})

export const workspaceReportQuery = (workspaceId: string) => ({
  ...queryFor(staff.readWorkspace, { params: { workspaceId } }, { expectedErrors: ['NotFound'] }),
  ...askedAtEachVisit,
})
