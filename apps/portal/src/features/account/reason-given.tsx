import { StatusBox } from '@portal/ui/feedback/status-box'

/** The reason that staff gave for a pause, if they gave one. */
export function ReasonGiven({ reason }: { reason: string | null }) {
  if (!reason) return null
  return (
    <StatusBox title="The reason given" announce="off" className="text-left">
      <span className="whitespace-pre-line wrap-anywhere">{reason}</span>
    </StatusBox>
  )
}
