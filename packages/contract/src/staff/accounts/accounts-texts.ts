import { count } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import type { staffAccounts } from './accounts.ts'

export const staffAccountsTexts = texts<typeof staffAccounts>({
  fields: {
    revokedCount: count('The number of revoked tokens.'),
  },
})
