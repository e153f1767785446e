import { AdminSection } from '../admin-section.tsx'
import { personPath } from '../staff-links.tsx'
import type { PauseKind } from './pause.ts'
import { PauseForm } from './pause-form.tsx'
import { PausedPeopleTable } from './paused-people-table.tsx'
import { useSetPersonPause } from './use-set-person-pause.ts'

const sections = {
  quarantine: {
    name: 'accountQuarantine',
    intro:
      'For suspicious activity. The user gets an email and sees only the quarantine notice. Their tokens are refused until the quarantine ends.',
    pauseText: 'Quarantine account',
    endText: 'Unquarantine account',
  },
  suspension: {
    name: 'suspensions',
    intro:
      'For missing payment or payment information. The user gets an email and sees a notice with a way to pay. Their tokens are refused until the suspension ends.',
    pauseText: 'Suspend user',
    endText: 'Unsuspend user',
  },
} as const

/** The sections "Manage account quarantine" and "Manage user suspensions". */
export function AccountPauseSection({ kind }: { kind: PauseKind }) {
  const { set, status, error } = useSetPersonPause(kind)
  const { name, intro, ...form } = sections[kind]
  return (
    <AdminSection name={name} intro={intro}>
      <PauseForm
        {...form}
        idLabel="User Id"
        pagePathOf={personPath}
        onSet={set}
        status={status}
        error={error}
      />
      <PausedPeopleTable kind={kind} />
    </AdminSection>
  )
}
