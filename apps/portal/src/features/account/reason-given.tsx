import { StatusBox } from '@portal/ui/feedback/status-box'

/** The reason that staff gave for a suspension or quarantine, if any. */
export function ReasonGiven({ reason }: { reason: string | null }) {
  if (!reason) return null
  return (
    <StatusBox title="Reason" announce="off" className="text-left">
      <span className="whitespace-pre-line wrap-anywhere">{reason}</span>
    </StatusBox>
  )
}
