import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import type { OfferRow } from './ownership-store.ts'

/** Converts an offer to the API's format. */
export function offerBody(row: OfferRow): OwnershipOffer {
  return {
    workspaceId: row.workspaceId,
    workspaceName: row.workspaceName,
    fromUserId: row.fromUserId,
    from: { firstName: row.fromFirstName, lastName: row.fromLastName },
    toUserId: row.toUserId,
    to: { firstName: row.toFirstName, lastName: row.toLastName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    serviceAccounts: row.serviceAccounts,
  }
}
