import { activity } from '@portal/contract/activity'
import { useCall } from '../../lib/request/api.ts'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import type { ActivityFilter } from './activity-queries.ts'

/**
 * Downloads the filtered log as CSV. Uses a request instead of a link, so that an error is shown next to the button and
 * not on a separate page.
 */
export function useActivityDownload(workspaceId: string, filter: ActivityFilter) {
  const { run, status, error } = useCall(activity.download)

  async function save() {
    const outcome = await run({ params: { workspaceId }, query: filter })
    if (!outcome.isOk) return
    // The contract declares no response body for downloads, but the data is the CSV text.
    saveAsFile({ name: `activity-${workspaceId}.csv`, type: 'text/csv', text: outcome.data })
  }

  return { save: () => void save(), status, error }
}
