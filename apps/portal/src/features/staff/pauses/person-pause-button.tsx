import type { PersonReport } from '@portal/contract/staff/search/search'
import { useState } from 'react'
import { useUser } from '../../../lib/guard/session.ts'
import { StoppingTokens } from '../stopping-tokens.tsx'
import { LeftBehindCounts } from './left-behind-counts.tsx'
import type { PauseKind } from './pause.ts'
import { PauseButton } from './pause-button.tsx'
import { useSetPersonPause } from './use-set-person-pause.ts'

const words = {
  quarantine: {
    icon: 'ban',
    pause: 'Quarantine account',
    end: 'Unquarantine account',
    pauseTitle: 'Quarantine',
    endTitle: 'End the quarantine of',
  },
  suspension: {
    icon: 'pause',
    pause: 'Suspend user',
    end: 'Unsuspend user',
    pauseTitle: 'Suspend',
    endTitle: 'End the suspension of',
  },
} as const

/** Quarantines or suspends the user, or ends the current pause, after confirmation. */
export function PersonPauseButton({ report, kind }: { report: PersonReport; kind: PauseKind }) {
  const { set, status, error, reset } = useSetPersonPause(kind)
  const { id: ownId } = useUser()
  const [keepsInvitations, setKeepsInvitations] = useState(false)
  const { id, email } = report.user
  const isPausing = report[kind] === null
  const { icon, pause, end, pauseTitle, endTitle } = words[kind]
  return (
    <PauseButton
      icon={isPausing ? icon : 'play'}
      disabledReason={id === ownId ? 'Staff cannot quarantine or suspend themselves' : undefined}
      title={`${isPausing ? pauseTitle : endTitle} ${email}?`}
      description={
        isPausing
          ? 'Takes effect immediately. The user gets an email and sees only the notice. Their tokens are refused until this ends.'
          : 'The user gets an email, and their tokens work again.'
      }
      isPausing={isPausing}
      effects={
        isPausing && (
          <>
            <StoppingTokens tokens={report.tokens} />
            <LeftBehindCounts
              left={report.leftBehind}
              keepsInvitations={keepsInvitations}
              onKeepsInvitationsChange={setKeepsInvitations}
            />
          </>
        )
      }
      actText={isPausing ? pause : end}
      onSet={(change) => set(id, isPausing ? { ...change, keepsInvitations } : change)}
      status={status}
      error={error}
      onReset={() => {
        reset()
        setKeepsInvitations(false)
      }}
    />
  )
}
