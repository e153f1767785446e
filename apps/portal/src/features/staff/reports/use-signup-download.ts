import { useQueryClient } from '@tanstack/react-query'
import { browserNavigation } from '../../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../../lib/guard/session.ts'
import { toRequestError } from '../../../lib/request/request-error.ts'
import { tellFailure } from '../../../lib/request/tell-failure.ts'
import type { ReportDays } from './report-days.ts'
import { signupDownloadUrl } from './report-queries.ts'

/**
 * Downloads the report as CSV through a browser navigation, which streams a million rows to disk. The session is checked
 * first, because the browser would show a refusal as a page.
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
