/** Cells shared by the log tables and the staff tables. */
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'

interface WhoCellProps {
  name: string
  email: string | null | undefined
  className?: string
}

/** The actor's name, with the email below if it differs. */
export function WhoCell({ name, email, className = '' }: WhoCellProps) {
  return (
    <div className={`min-w-0 max-w-44 ${className}`}>
      <Truncate>{name}</Truncate>
      {email && email !== name && <Truncate className="text-content-muted text-sm">{email}</Truncate>}
    </div>
  )
}

interface WhenCellProps {
  at: string
  ipAddress: string | null
  className?: string
}

/** The relative time with the exact time on hover, and the IP address. */
export function WhenCell({ at, ipAddress, className = '' }: WhenCellProps) {
  return (
    <div className={`min-w-0 max-w-36 ${className}`}>
      <Timestamp date={at} isRelative />
      {ipAddress && <Truncate className="text-content-muted text-sm">from {ipAddress}</Truncate>}
    </div>
  )
}
