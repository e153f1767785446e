import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import type { RequestStatus } from '@portal/ui/lib/request-status'
import { Modal, type ModalProps } from '@portal/ui/overlays/modal'
import type { ReactNode } from 'react'
import { errorTitle } from '../request/error-messages.ts'
import type { RequestError } from '../request/request-error.ts'

export interface AskDialogProps extends Pick<ModalProps, 'title' | 'description' | 'role' | 'size'> {
  /** What the button says that does it. */
  actText: string
  tone: 'accent' | 'danger'
  status: RequestStatus
  error: RequestError | undefined
  /** Why it cannot be done yet; undefined when it can. */
  problem?: string | undefined
  /** Does it; a form inside that has `formId` does it instead. */
  onAct?: () => Promise<void>
  formId?: string
  onClose: () => void
  children?: ReactNode
}

/** Asks once more before something is done. It stays open when that was refused, and says why. */
export function AskDialog(props: AskDialogProps) {
  const { actText, tone, status, error, problem, onAct, formId, onClose, children, ...modal } = props
  return (
    <Modal
      {...modal}
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
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
