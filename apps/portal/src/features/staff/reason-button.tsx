import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import type { ReactNode } from 'react'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { FormDialog, type FormDialogProps } from '../../lib/layout/form-dialog.tsx'
import { ReasonFields, useReasonDraft } from './reason-fields.tsx'

interface ReasonDialogProps extends Pick<FormDialogProps, 'title' | 'description' | 'actText'> {
  request: DialogRequest & { reset: () => void }
  /** Also asks for the last day. */
  hasEnd?: boolean
  isDanger?: boolean
  /** What the action affects, below the fields. */
  effects?: ReactNode
  onConfirm: (given: { reason: string | null; until: string | null }, close: () => void) => void
  onClose: () => void
}

function ReasonDialog({ hasEnd, isDanger, effects, onConfirm, ...dialog }: ReasonDialogProps) {
  const { draft, setDraft, reason, until, problem } = useReasonDraft(dialog.actText)
  return (
    <FormDialog
      {...dialog}
      role="alertdialog"
      size="xl"
      tone={isDanger ? 'danger' : 'accent'}
      problem={hasEnd ? problem : undefined}
      onSubmit={() => onConfirm({ reason, until: hasEnd ? until : null }, dialog.onClose)}
    >
      {/* The fields come first, because a long list of effects scrolls. */}
      <ReasonFields draft={draft} onChange={setDraft} hasEnd={hasEnd} />
      {effects}
    </FormDialog>
  )
}

export interface ReasonButtonProps
  extends Omit<ReasonDialogProps, 'onClose'>,
    Pick<ButtonProps, 'icon' | 'size' | 'isDisabled'> {
  /**
   * Why the button is disabled. Pass it while the button is enabled too if the button can become disabled. Otherwise, it loses the
   * focus then.
   */
  disabledReason?: string | undefined
  onClose?: () => void
}

/** A button that asks for confirmation and a reason. It is disabled by default if there is a `disabledReason`. */
export function ReasonButton({
  icon,
  size,
  disabledReason,
  isDisabled = disabledReason !== undefined,
  onClose,
  ...dialog
}: ReasonButtonProps) {
  const [isOpen, setIsOpen] = useKeptState(`dialog ${dialog.actText}`, false)
  return (
    <>
      <Button
        icon={icon}
        size={size}
        tone={dialog.isDanger ? 'danger' : 'neutral'}
        variant="outline"
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        onPress={() => setIsOpen(true)}
      >
        {dialog.actText}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...dialog}
          onClose={() => {
            setIsOpen(false)
            // Otherwise, the dialog would show the previous error when it opens again.
            dialog.request.reset()
            onClose?.()
          }}
        />
      )}
    </>
  )
}
