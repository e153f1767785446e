import { component, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { type activity, activitySchema } from './activity.ts'

export const activityTexts = texts<typeof activity>({
  fields: {
    actor: text('Who did it.'),
    tokenName: text('The name of the API token with which the user acted. Null if the user acted directly.', 'Nightly deploy'),
  },
  components: [component(activitySchema, 'Activity', 'An event in a workspace.')],
})
