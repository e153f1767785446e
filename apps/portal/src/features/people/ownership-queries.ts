import { ownership } from '@portal/contract/ownership/ownership'
import { unverifiedAnswers } from '../../lib/guard/session.ts'
import { apiQuery } from '../../lib/request/api-query.ts'

/** Pending ownership offers to and from the user. Requested before the auth check has returned, so these refusals are expected. */
export const offersQuery = apiQuery(ownership.mine, {}, { expectedErrors: unverifiedAnswers })
