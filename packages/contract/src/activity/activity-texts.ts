import { component } from '../field-text.ts'
import { texts } from '../texts.ts'
import { type activity, activitySchema } from './activity.ts'

export const activityTexts = texts<typeof activity>({
  fields: {},
  components: [component(activitySchema, 'Activity', 'An event in a workspace.')],
})
