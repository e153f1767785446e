import { ownership } from '@portal/contract/ownership'
import { queryFor } from '../../lib/request/queries.ts'

/** Pending ownership offers to and from the user. */
export const offersQuery = queryFor(ownership.mine, {})
