import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { type accessReview, actorSchema } from './access-review.ts'

export const accessReviewTexts = texts<typeof accessReview>({
  fields: {
    actors: text('Everything that can act in the workspace.'),
  },
  components: [
    component(actorSchema, 'Actor', 'A member, a service account, an API token or a trust rule that can act in a workspace.', {
      kind: text('The kind of actor.', 'token'),
      id: text("Unique among the actors of its kind. For a member, the user's id.", '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
      name: text('The name. For a member, the full name, or the email address if there is no name.', 'Nightly deploy'),
      userId: text('The member, or the member that a token acts for. Null for other actors.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
      role: text('The role of a member. Null for other actors.', 'EDITOR'),
      serviceAccount: text('The service account that a token or trust rule belongs to. Null for other actors.'),
      state: text('Only an active actor can act. A trust rule that is learning accepts nothing.', 'active'),
      createdAt: date('When it was created, or when the member joined.'),
      expiresAt: date('When the token expires. Null for other actors.', '2027-02-01T09:30:00.000Z'),
    }),
  ],
})
