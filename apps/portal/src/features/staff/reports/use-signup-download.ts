import { useQueryClient } from '@tanstack/react-query'
import { browserNavigation } from '../../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../../lib/guard/session.ts'
import { toRequestError } from '../../../lib/request/request-error.ts'
import { tellFailure } from '../../../lib/request/tell-failure.ts'
import type { ReportDays } from './report-days.ts'
import { signupDownloadUrl } from './report-queries.ts'

/**
 * All of a report as CSV, by the browser itself: it writes a million rows to the disk as they come. What it is refused
 * it would show as a page, so the session is looked at before.
 */
export function useSignupDownload(days: ReportDays): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (user) browserNavigation.go(signupDownloadUrl(days))
    } catch (error) {
      tellFailure('The report could not be downloaded', toRequestError(error))
    }
  }
}
