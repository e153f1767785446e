import { component, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { account, userSchema } from './account.ts'

const clears = ' An empty string or null clears it.'

export const accountTexts = texts<typeof account>({
  fields: {
    firstTimeModal: text('Whether to show the first-time dialog. Always false.', false),
  },
  components: [
    component(userSchema, 'User', "A user's account, as its owner sees it."),
    component(account.update.body, 'ProfileChanges', 'The fields of the profile to change. Omitted fields are not changed.', {
      email: text('The current email address. Any other address is refused.', 'ada@example.com', {
        format: 'idn-email',
      }),
      firstName: text(`The first name: at most 256 characters.${clears}`, 'Ada'),
      lastName: text(`The last name: at most 256 characters.${clears}`, 'Lovelace'),
      nickname: text('The nickname: 1 to 256 characters.', 'ada'),
      pictureUrl: text(`The URL of the picture, with \`http\` or \`https\`.${clears}`, 'https://pictures.example.com/ada.png'),
      discordUsername: text(`The name on Discord.${clears}`, 'ada.lovelace'),
      githubUsername: text(`The name on GitHub.${clears}`, 'ada-lovelace'),
    }),
  ],
})
