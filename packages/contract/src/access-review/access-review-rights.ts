import { ownerAndApprover, ownerOnly } from '../members/roles.ts'

/** Separate from the calls, because the route of the access review needs them, and every page loads all routes. */
export const accessReviewRights = {
  reviewAccess: ownerAndApprover('Review what can act in the workspace, and sign the review off'),
  setReviewReminder: ownerOnly('Choose when the owner and approvers are reminded of the access review'),
}
