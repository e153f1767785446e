import type { PersonReport } from '@portal/contract/staff'
import { Button } from '@portal/ui/button'
import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import type { PauseKind } from './pause.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { useSetPersonPause } from './use-set-person-pause.ts'

const words = {
  quarantine: {
    pause: 'Quarantine account',
    end: 'Unquarantine account',
    pauseTitle: 'Quarantine',
    endTitle: 'End the quarantine of',
  },
  suspension: {
    pause: 'Suspend user',
    end: 'Unsuspend user',
    pauseTitle: 'Suspend',
    endTitle: 'End the suspension of',
  },
}

/** Sets a pause of that kind, or ends the one that there is, after asking once more. */
export function PersonPauseButton({ report, kind }: { report: PersonReport; kind: PauseKind }) {
  const [isOpen, setIsOpen] = useState(false)
  const { set, status, error, reset } = useSetPersonPause(kind)
  const { id: ownId } = useUser()
  const { id, email } = report.user
  const isPausing = report[kind] === null
  const { pause, end, pauseTitle, endTitle } = words[kind]
  const text = isPausing ? pause : end
  const isOwn = id === ownId
  return (
    <>
      <Button
        icon={isPausing ? 'pause' : 'play'}
        tone={isPausing ? 'danger' : 'neutral'}
        variant="outline"
        isDisabled={isOwn}
        disabledReason={isOwn ? 'Staff cannot quarantine or suspend themselves' : undefined}
        onPress={() => setIsOpen(true)}
      >
        {text}
      </Button>
      {isOpen && (
        <PauseDialog
          title={`${isPausing ? pauseTitle : endTitle} ${email}?`}
          description={
            isPausing
              ? 'The person sees the notice alone from the next moment on and is told by mail; their tokens are refused while it lasts.'
              : 'The person is told by mail, and their tokens work again.'
          }
          isPausing={isPausing}
          submitText={text}
          onSet={(change) => set(id, change)}
          status={status}
          error={error}
          onClose={() => {
            setIsOpen(false)
            reset()
          }}
        />
      )}
    </>
  )
}
