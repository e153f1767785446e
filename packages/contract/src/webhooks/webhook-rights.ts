import { ownerAndApprover, ownerOnly } from '../members/roles.ts'

/** Separate from the calls, because every page of the portal loads the rights of its sections. */
export const webhookRights = {
  readWebhooks: ownerAndApprover('See the webhooks and their deliveries'),
  manageWebhooks: ownerOnly('Manage the webhooks'),
}
