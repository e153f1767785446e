import { adminIdFieldMaxLength } from '@portal/contract/limits'
import { isTooLong } from '@portal/contract/text/text-rules'
import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { TextLink } from '@portal/ui/text/text-link'
import { useState } from 'react'
import type { RequestError } from '../../../lib/request/request-error.ts'
import { AdminError } from '../admin-error.tsx'
import { useStaffStanding } from '../staff-standing.ts'
import type { PauseChange } from './pause.ts'
import { PauseFields, usePauseDraft } from './pause-fields.tsx'

export interface PauseFormProps {
  idLabel: string
  pauseIcon: ButtonProps['icon']
  pauseText: string
  endText: string
  /** The path of the page that lists the tokens which a pause stops. */
  pagePathOf: (id: string) => string
  /** Resolves to whether the change succeeded. */
  onSet: (id: string, change: PauseChange) => Promise<boolean>
  status: RequestStatus
  error: RequestError | undefined
}

/** Pauses the account or workspace with the given id, or ends its pause. */
export function PauseForm({
  idLabel,
  pauseIcon,
  pauseText,
  endText,
  pagePathOf,
  onSet,
  status,
  error,
}: PauseFormProps) {
  const [typed, setTyped] = useKeptState<string | null>(`id ${pauseText}`, null)
  const [sent, setSent] = useState<'pause' | 'end'>('pause')
  const draft = usePauseDraft(pauseText)
  const standing = useStaffStanding()
  const id = (typed ?? '').trim()
  const isOverLimit = isTooLong(id, adminIdFieldMaxLength)
  const name = idLabel.toLowerCase()
  const idProblem =
    id === '' ? `Enter a ${name} first` : isOverLimit ? `Shorten the ${name} first` : undefined
  const endProblem = standing.disabledReason ?? idProblem
  const pauseProblem = endProblem ?? draft.problem

  async function set(what: 'pause' | 'end') {
    setSent(what)
    if (await onSet(id, draft[what]())) draft.clear()
  }

  return (
    <Card>
      {/* Enter doesn't submit, because the form has two submit buttons. */}
      <form
        autoComplete="off"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4"
      >
        <TextField
          label={idLabel}
          isMonospace
          value={typed}
          onChange={setTyped}
          maxLength={adminIdFieldMaxLength}
          className="max-w-md"
        />
        <PauseFields draft={draft.draft} onChange={draft.setDraft} />
        <AdminError error={error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            tone="danger"
            variant="outline"
            icon={pauseIcon}
            onPress={() => void set('pause')}
            isDisabled={pauseProblem !== undefined}
            disabledReason={pauseProblem}
            requestStatus={sent === 'pause' ? status : undefined}
          >
            {pauseText}
          </Button>
          <Button
            icon="play"
            onPress={() => void set('end')}
            isDisabled={endProblem !== undefined}
            disabledReason={endProblem}
            requestStatus={sent === 'end' ? status : undefined}
          >
            {endText}
          </Button>
          {id !== '' && !isOverLimit && (
            <TextLink href={pagePathOf(id)} className="ml-2 text-sm">
              Show which tokens stop
            </TextLink>
          )}
        </div>
      </form>
    </Card>
  )
}
