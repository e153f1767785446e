import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { type attention, attentionItemSchema } from './attention.ts'

export const attentionTexts = texts<typeof attention>({
  fields: {},
  components: [
    component(attentionItemSchema, 'AttentionItem', 'Something that the caller should act on.', {
      kind: text('What it is: an expiring token, an old secret that is still used, or an expired invitation.', 'tokenExpires'),
      id: text('The id of the token or invitation.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
      name: text('The name of the token, or the invited email address.', 'Nightly deploy'),
      at: date('When the token or its old secret stops working, or when the invitation expired.'),
      lastUsedAt: date('When the token or its old secret was last used. Null if it was never used, and for an invitation.'),
    }),
  ],
})
