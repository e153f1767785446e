import { component, count, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { type ownership, ownershipOfferSchema } from './ownership.ts'

export const ownershipTexts = texts<typeof ownership>({
  fields: {
    from: text('The name of the owner who makes the offer.'),
    fromUserId: text('The id of the owner who makes the offer.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
    to: text('The name of the member who gets the offer.'),
    toUserId: text('The id of the member who gets the offer.', '01JBW61C2V8F4H7J0X3Y6Z9A1B'),
    webhookCount: count('How many webhooks of the workspace send nothing until the new owner confirms them.', 1),
  },
  components: [
    component(ownershipOfferSchema, 'OwnershipOffer', 'An offer to make another member the owner of a workspace.', {
      serviceAccounts: text("The workspace's service accounts, which act in the owner's name."),
    }),
    component(ownershipOfferSchema.shape.serviceAccounts.def.element, 'ActingServiceAccount', 'A service account with its trust rules.', {
      trustRules: text('The trust rules of the service account.'),
    }),
  ],
})
