import { isMissing } from '../../lib/request/error-messages.ts'
import { Failure, NotLoaded } from '../../lib/request/failure.tsx'
import { useStaffCheck } from './staff-check.ts'

/** Why a look-up failed. If nothing on the page loads, the notice at the top explains it. */
export function LookUpError({ error, retry }: { error: unknown; retry: () => void }) {
  const { failure } = useStaffCheck()
  if (isMissing(error)) return <Failure error={error} />
  return error && failure ? <NotLoaded /> : <Failure error={error} retry={retry} />
}
