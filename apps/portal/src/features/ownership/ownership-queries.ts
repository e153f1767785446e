import { ownership } from '@portal/contract/ownership'
import { signedOutAnswers } from '../../lib/guard/session.ts'
import { queryFor } from '../../lib/request/queries.ts'

/** Pending ownership offers to and from the user. Loaded with the page, while the guard finds out whether the user may see it. */
export const offersQuery = queryFor(
  ownership.mine,
  {},
  { expectedErrors: [...signedOutAnswers, 'EmailNotVerified'] },
)
