import { activity } from '@portal/contract/activity'
import { useCall } from '../../lib/request/api.ts'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import type { ActivityFilter } from './activity-queries.ts'

/**
 * All of the log as CSV, by the same filter. Fetched instead of linked, so that a refusal is told in its place and not by
 * a page of its own.
 */
export function useActivityDownload(workspaceId: string, filter: ActivityFilter) {
  const { run, status, error } = useCall(activity.download)

  async function save() {
    const outcome = await run({ params: { workspaceId }, query: filter })
    if (!outcome.isOk) return
    // The contract describes no body of a download: what came is the text itself.
    saveAsFile({ name: `activity-${workspaceId}.csv`, type: 'text/csv', text: outcome.data })
  }

  return { save: () => void save(), status, error }
}
