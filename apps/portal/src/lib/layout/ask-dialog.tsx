import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { Modal, type ModalProps } from '@portal/ui/overlays/modal'
import type { ReactNode } from 'react'
import { errorTitle } from '../request/error-messages.ts'
import type { RequestError } from '../request/request-error.ts'

export interface AskDialogProps extends Pick<ModalProps, 'title' | 'description' | 'role' | 'size'> {
  /** The label of the confirm button. */
  actText: string
  tone: 'accent' | 'danger'
  status: RequestStatus
  error: RequestError | undefined
  /** Why the confirm button is disabled. Undefined if it isn't. */
  problem?: string | undefined
  /** Whether an action is running. The dialog then stays open. */
  isBusy?: boolean
  /** Runs on confirm, unless a form inside the dialog has `formId`. */
  onAct?: () => Promise<void>
  formId?: string
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation. Stays open and shows the error if the action fails. */
export function AskDialog(props: AskDialogProps) {
  const { actText, tone, status, error, problem, isBusy, onAct, formId, onClose, children, ...modal } = props
  return (
    <Modal
      {...modal}
      isOpen
      isDismissable={!isBusy}
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            Cancel
          </Button>
          <Button
            type={formId === undefined ? 'button' : 'submit'}
            form={formId}
            tone={tone}
            onPress={onAct && (() => void onAct())}
            requestStatus={status}
            isDisabled={problem !== undefined}
            disabledReason={problem}
          >
            {actText}
          </Button>
        </>
      }
    >
      {(children || status.isError) && (
        <div className="flex flex-col gap-4">
          {children}
          <ErrorMessage title={errorTitle(error)} status={status} />
        </div>
      )}
    </Modal>
  )
}
