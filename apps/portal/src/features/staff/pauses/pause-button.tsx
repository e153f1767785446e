import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { PauseDialog, type PauseDialogProps } from './pause-dialog.tsx'

export interface PauseButtonProps extends Omit<PauseDialogProps, 'onClose'> {
  icon: ButtonProps['icon']
  /** Why the button is disabled. Undefined if it isn't. */
  disabledReason?: string | undefined
  /** Resets the request, so that reopening the dialog doesn't show the previous error. */
  onReset: () => void
  size?: ButtonProps['size']
}

/** A button that asks for confirmation and a reason. */
export function PauseButton({ icon, disabledReason, onReset, size, ...dialog }: PauseButtonProps) {
  const [isOpen, setIsOpen] = useKeptState(`dialog ${dialog.actText}`, false)
  return (
    <>
      <Button
        icon={icon}
        tone={dialog.tone ?? (dialog.isPausing ? 'danger' : 'neutral')}
        size={size}
        variant="outline"
        isDisabled={disabledReason !== undefined}
        disabledReason={disabledReason}
        onPress={() => setIsOpen(true)}
      >
        {dialog.actText}
      </Button>
      {isOpen && (
        <PauseDialog
          {...dialog}
          onClose={() => {
            setIsOpen(false)
            onReset()
          }}
        />
      )}
    </>
  )
}
