import { component, queryTexts, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { eventActorSchema, eventDataSchema, eventSchema, events, latestEvent } from './events.ts'

export const eventsTexts = texts<typeof events>({
  fields: {
    events: text('The events, oldest first.'),
  },
  components: [
    component(eventSchema, 'Event', 'An event in a workspace. It never contains a secret.'),
    component(eventActorSchema, 'EventActor', 'Who did something. Staff are not identified.', {
      kind: text('`user`, `service-account`, `staff`, or `system` for an automatic action.', 'user'),
      id: text('The id of the user or service account. Null for the others.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
      name: text('The name, or the email address of a user without a name. Null for staff, the system, and an erased account.', 'Ada Lovelace'),
    }),
    component(eventDataSchema, 'EventData', 'Details of an event.'),
    queryTexts(events.list.query, {
      after: text(
        `The \`next\` of the previous answer. With \`${latestEvent}\`, the answer has no events, and \`next\` is the id of the latest one.`,
        '01JBW6AV7P3Q9R5S1T7V2W8X4Y',
      ),
    }),
  ],
})
