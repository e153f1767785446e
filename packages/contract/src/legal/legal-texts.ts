import { text } from '../field-text.ts'
import { texts } from '../texts.ts'
import type { legal } from './legal.ts'

export const legalTexts = texts<typeof legal>({
  fields: {
    tosVersionId: text('The version of the terms, which is its date.', '2024-09-25'),
  },
})
