/** Cells shared by the log tables. */
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'

/** The actor's name, with the email below if it differs. */
export function WhoCell({ name, email }: { name: string; email: string | null | undefined }) {
  return (
    <div className="min-w-0 max-w-44">
      <Truncate>{name}</Truncate>
      {email && email !== name && <Truncate className="text-content-muted text-sm">{email}</Truncate>}
    </div>
  )
}

/** The relative time with the exact time on hover, and the IP address. */
export function WhenCell({ at, ipAddress }: { at: string; ipAddress: string | null }) {
  return (
    <div className="min-w-0 max-w-36">
      <Timestamp date={at} isRelative className="whitespace-nowrap" />
      {ipAddress && <Truncate className="text-content-muted text-sm">from {ipAddress}</Truncate>}
    </div>
  )
}
