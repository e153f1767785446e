import { type FormEvent, useId } from 'react'
import { AskDialog, type AskDialogProps } from './ask-dialog.tsx'

export interface FormDialogProps extends Omit<AskDialogProps, 'onAct' | 'formId'> {
  onSubmit: () => void
}

/** A confirmation dialog with a form. Enter submits it. */
export function FormDialog({ onSubmit, children, ...dialog }: FormDialogProps) {
  const formId = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (dialog.problem === undefined && !dialog.request.isPending) onSubmit()
  }

  return (
    <AskDialog {...dialog} formId={formId}>
      <form id={formId} onSubmit={submit} autoComplete="off" noValidate className="flex flex-col gap-4">
        {children}
      </form>
    </AskDialog>
  )
}
