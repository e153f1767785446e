import { AdminSection } from '../admin-section.tsx'
import type { PauseKind } from './pause.ts'
import { PauseForm } from './pause-form.tsx'
import { PausedPeopleTable } from './paused-people-table.tsx'
import { useSetPersonPause } from './use-set-person-pause.ts'

const sections = {
  quarantine: {
    name: 'accountQuarantine',
    intro:
      'For suspicious activity. The person sees the notice alone and is told by mail; their tokens are refused while it lasts.',
    pauseText: 'Quarantine account',
    endText: 'Unquarantine account',
  },
  suspension: {
    name: 'suspensions',
    intro:
      'Pending payment or payment information. The person sees the notice, with the way to pay, and is told by mail; their tokens are refused while it lasts.',
    pauseText: 'Suspend user',
    endText: 'Unsuspend user',
  },
} as const

/** "Manage account quarantine" and "Manage user suspensions" (SPEC section 2, "Admin page"). */
export function AccountPauseSection({ kind }: { kind: PauseKind }) {
  const { set, status, error } = useSetPersonPause(kind)
  const { name, intro, ...form } = sections[kind]
  return (
    <AdminSection name={name} intro={intro}>
      <PauseForm {...form} idLabel="User Id" onSet={set} status={status} error={error} />
      <PausedPeopleTable kind={kind} />
    </AdminSection>
  )
}
