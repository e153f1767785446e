import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { accountJoinSchema, accountJoins } from './account-joins.ts'

export const accountJoinsTexts = texts<typeof accountJoins>({
  fields: {
    openedAt: date('When the account was opened.'),
    ways: text('The ways to sign in to the account, the oldest first.', ['Email and password']),
    newWay: text('The way that the user has just signed in with.', 'GitHub'),
    keepInvitationIds: text('The ids of the invitations whose people stay.', ['01JBW67V9W3X5Y7Z9A1B3C5D7E']),
    isMember: text('Whether the person accepted the invitation and is a member.', true),
  },
  components: [
    component(accountJoinSchema, 'AccountJoin', "An account that may be the user's.", {
      email: text('The email address of the account and of the user.', 'ada@example.com'),
      people: text('The people whom the account invited, at most 1,000.'),
      workspaces: text('The workspaces that the account owns, at most 1,000.'),
    }),
    component(accountJoinSchema.shape.people.def.element, 'AccountJoinPerson', 'A person whom the account invited.'),
    component(accountJoinSchema.shape.workspaces.def.element, 'AccountJoinWorkspace', 'A workspace that the account owns.'),
    component(accountJoins.deny.body, 'AccountDenial', 'Which people stay in the workspaces of the account.'),
  ],
})
