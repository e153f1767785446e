import { lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffRecord, staffRecords } from '@portal/contract/staff/records/records'
import { givenReasonSchema } from '@portal/contract/text/text-rules'
import { TextArea } from '@portal/ui/fields/text-area'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useState } from 'react'
import { FormDialog } from '../../../lib/layout/form-dialog.tsx'
import { useCall } from '../../../lib/request/calls.ts'
import { useStaffCache } from '../use-staff-cache.ts'

/** Hides a look-up from the user concerned, for a recorded reason. */
export function WithholdDialog({ record, onClose }: { record: StaffRecord; onClose: () => void }) {
  const [reason, setReason] = useKeptState<string | null>('withhold reason', null)
  const [isSent, setIsSent] = useState(false)
  const withhold = useCall(staffRecords.withhold, { expectedErrors: ['NotFound', 'Conflict'] })
  const { reloadLog } = useStaffCache()
  const given = (reason ?? '').trim()
  const problem = givenReasonSchema.safeParse(given).error?.issues[0]?.message

  async function confirm() {
    setIsSent(true)
    if (problem !== undefined) return
    const outcome = await withhold.run({ params: { recordId: record.id }, body: { reason: given } })
    if (!outcome.isOk) return
    reloadLog()
    onClose()
    showToast('The look-up is now withheld', { tone: 'success' })
  }

  return (
    <FormDialog
      title="Withhold this look-up?"
      description={`${record.aboutUser?.email ?? 'The user'} would see it ${lookUpShownAfterDays} days after the look-up. Withholding it is logged and cannot be undone.`}
      actText="Withhold"
      tone="accent"
      status={withhold.status}
      error={withhold.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        isRequired
        value={reason}
        onChange={setReason}
        errorMessage={isSent ? problem : undefined}
      />
    </FormDialog>
  )
}
