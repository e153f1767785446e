import { component, count, date, email, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { accessReview, actorSchema, reviewReminderSchema, signOffCountsSchema, signOffSchema } from './access-review.ts'

export const accessReviewTexts = texts<typeof accessReview>({
  fields: {
    actors: text('Everything that can act in the workspace or receives its events.'),
    by: text('Who signed the review off, as they were at that moment.'),
    entries: text('What the evidence contains.'),
    nextReviewAt: date('When the next review is due. Null while there is no reminder.', '2027-02-02T09:30:00.000Z'),
    every: text('How often a review is due: `quarter` or `year`. Null for no reminder.', 'quarter'),
    reminder: text('When the next review is due.'),
    signOff: text('The sign-off.'),
    signOffId: text('The id of the sign-off.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
    signOffs: text('The sign-offs, newest first.'),
  },
  components: [
    component(actorSchema, 'Actor', 'A member, a service account, an API token or a trust rule that can act in a workspace, or a webhook that receives its events.', {
      kind: text('The kind of actor.', 'token'),
      id: text("Unique among the actors of its kind. For a member, the user's id.", '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
      name: text('The name. For a member, the full name, or the email address if there is no name. For a webhook, the host and the description.', 'Nightly deploy'),
      userId: text('The member, or the member that a token acts for. Null for other actors.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
      role: text('The role of a member. Null for other actors.', 'EDITOR'),
      serviceAccount: text('The service account that a token or trust rule belongs to. Null for other actors.'),
      createdBy: text('The user who created a service account, one of its tokens, a trust rule or a webhook, and may have left since. Null for other actors.'),
      state: text(
        'Only an active actor can act, except that a failing webhook still receives events. A trust rule that is learning accepts nothing, and an unconfirmed webhook waits for the new owner.',
        'active',
      ),
      createdAt: date('When it was created, or when the member joined.'),
      lastUsedAt: date('When it was last used, to the minute. For a webhook, when its server last accepted an event, within 30 days. Null if there was none.'),
      expiresAt: date('When the token expires. Null for other actors.', '2027-02-01T09:30:00.000Z'),
    }),
    component(actorSchema.shape.createdBy.def.innerType, 'ActorCreator', 'The user who created an actor.'),
    component(signOffSchema, 'AccessReviewSignOff', 'A review of everything that could act in a workspace at one moment.', {
      at: date('When the review was signed off.'),
    }),
    component(signOffSchema.shape.by, 'Reviewer', 'The user who signed a review off.', {
      name: text('The full name at that moment. Null without a name, and once the account is erased.', 'Ada Lovelace'),
      email: email('The email address at that moment. Null once the account is erased.'),
    }),
    component(signOffCountsSchema, 'SignOffCounts', 'What the evidence of a sign-off contains.', {
      members: count('The number of members.', 8),
      invitations: count('The number of invitations, open or expired.', 1),
      serviceAccounts: count('The number of service accounts.', 2),
      tokens: count('The number of API tokens.', 5),
      trustRules: count('The number of trust rules.', 3),
      webhooks: count('The number of webhooks.', 1),
    }),
    component(reviewReminderSchema, 'ReviewReminder', 'When the owner and the approvers are reminded of the access review.'),
    component(accessReview.setReminder.body, 'ReviewReminderChoice', 'How often a review is due.'),
  ],
})
