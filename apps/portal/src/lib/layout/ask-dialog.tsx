import { Button } from '@portal/ui/buttons/button'
import { Modal, type ModalProps } from '@portal/ui/overlays/modal'
import type { ReactNode } from 'react'
import { Failure } from '../request/failure.tsx'

/** The request of a dialog, such as a mutation. */
export interface DialogRequest {
  isPending: boolean
  isSuccess: boolean
  error: unknown
}

export interface AskDialogProps extends Pick<ModalProps, 'title' | 'description' | 'role' | 'size'> {
  /** The label of the confirm button. */
  actText: string
  tone: 'accent' | 'danger'
  request: DialogRequest
  /** Why the confirm button is disabled. Undefined if it isn't. */
  problem?: string | undefined
  /** Whether an action is running. The dialog then stays open. */
  isBusy?: boolean
  /** Runs on confirm, unless a form inside the dialog has `formId`. */
  onAct?: () => void
  formId?: string
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation. Stays open and shows the error if the action fails. */
export function AskDialog(props: AskDialogProps) {
  const { actText, tone, request, problem, isBusy, onAct, formId, onClose, children, ...modal } = props
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
            onPress={onAct}
            requestStatus={request}
            isDisabled={problem !== undefined}
            disabledReason={problem}
          >
            {actText}
          </Button>
        </>
      }
    >
      {Boolean(children || request.error) && (
        <div className="flex flex-col gap-4">
          {children}
          <Failure error={request.error} />
        </div>
      )}
    </Modal>
  )
}
