import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { useState } from 'react'
import { PauseDialog, type PauseDialogProps } from './pause-dialog.tsx'

export interface PauseButtonProps extends Omit<PauseDialogProps, 'onClose'> {
  icon: ButtonProps['icon']
  /** Why nothing can be set; undefined when it can. */
  disabledReason?: string | undefined
  /** Back to "not requested": what was refused before is not said again. */
  onReset: () => void
}

/** A button that asks once more before it does what it says. */
export function PauseButton({ icon, disabledReason, onReset, ...dialog }: PauseButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={icon}
        tone={dialog.isPausing ? 'danger' : 'neutral'}
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
