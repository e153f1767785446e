import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'

interface CloseWithoutCopyingDialogProps {
  /** What the user would lose, as in the title: "the token". */
  what: string
  /** What the user can do after closing. */
  children: string
  isOpen: boolean
  onClose: () => void
  onKeepOpen: () => void
}

/** Asks before a dialog closes whose secrets the user hasn't copied. */
export function CloseWithoutCopyingDialog(props: CloseWithoutCopyingDialogProps) {
  const { what, children, isOpen, onClose, onKeepOpen } = props
  return (
    <Modal
      title={`Close without copying ${what}?`}
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onOpenChange={onKeepOpen}
      footer={
        <>
          <Button onPress={onClose}>Close anyway</Button>
          <Button tone="accent" autoFocus onPress={onKeepOpen}>
            Keep it open
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
