import { useConfirmPress } from '../lib/use-confirm-press.ts'
import { Button, type ButtonProps } from './button.tsx'

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** Called on the second click. */
  onConfirm: () => void
  confirmText?: string
}

/**
 * A button for actions that are hard to undo. The first click shows "You sure? Click again to confirm", and a second click
 * within 3 seconds confirms. Clicks within 300 ms of the first are ignored.
 */
export function ConfirmButton({
  onConfirm,
  confirmText = 'You sure? Click again to confirm',
  children,
  icon,
  ...rest
}: ConfirmButtonProps) {
  const { isArmed, press } = useConfirmPress(onConfirm)
  return (
    <>
      <Button {...rest} icon={isArmed ? 'alert-triangle' : icon} onPress={press}>
        {isArmed ? confirmText : children}
      </Button>
      <span role="status" className="sr-only">
        {isArmed ? confirmText : ''}
      </span>
    </>
  )
}
