import { component, email, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { myData } from './my-data.ts'

export const myDataTexts = texts<typeof myData>({
  fields: {
    blockedBy: text("Workspaces with other members. The account can't be deleted while the user owns one."),
    goesWith: text('Workspaces that are deleted with the account.'),
    confirmation: email("The account's email address, typed to confirm."),
  },
  components: [
    component(myData.deletionPreview.success.body.shape.leftBehind.def.element, 'LeftBehind', 'What a user leaves behind in one workspace.', {
      invitations: text('Open invitations that the user sent. They are withdrawn.'),
      shownTokens: text('Active tokens of service accounts whose secret the user was shown.'),
      trustRules: text('Trust rules that the user created.'),
      workspace: text('The workspace.'),
    }),
  ],
})
