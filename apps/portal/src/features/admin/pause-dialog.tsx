import { Button } from '@portal/ui/button'
import { ErrorMessage } from '@portal/ui/error-message'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { Modal } from '@portal/ui/modal'
import { type FormEvent, useId } from 'react'
import { errorTitle } from '../../lib/error-messages.ts'
import type { RequestError } from '../../lib/request-error.ts'
import type { PauseChange } from './pause.ts'
import { PauseFields, usePauseDraft } from './pause-fields.tsx'

export interface PauseDialogProps {
  title: string
  description: string
  /** Whether it sets a pause; otherwise it ends one. */
  isPausing: boolean
  submitText: string
  /** Resolves with whether it was done. */
  onSet: (change: PauseChange) => Promise<boolean>
  status: RequestStatus
  error: RequestError | undefined
  onClose: () => void
}

/** Asks once more, with the reason, before a pause is set or ended. */
export function PauseDialog(props: PauseDialogProps) {
  const { isPausing, status, error, onClose } = props
  const formId = useId()
  const draft = usePauseDraft()
  const problem = isPausing ? draft.problem : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (problem !== undefined || status.isPending) return
    if (await props.onSet(isPausing ? draft.pause() : draft.end())) onClose()
  }

  return (
    <Modal
      title={props.title}
      description={props.description}
      role="alertdialog"
      size="xl"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone={isPausing ? 'danger' : 'accent'}
            requestStatus={status}
            isDisabled={problem !== undefined}
            disabledReason={problem}
          >
            {props.submitText}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => void submit(event)}
        autoComplete="off"
        noValidate
        className="flex flex-col gap-4"
      >
        <PauseFields draft={draft.draft} onChange={draft.setDraft} hasEnd={isPausing} />
        <ErrorMessage title={errorTitle(error)} status={status} />
      </form>
    </Modal>
  )
}
