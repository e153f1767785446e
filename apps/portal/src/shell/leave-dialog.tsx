import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'

export interface LeaveDialogProps {
  onLeave: () => void
  onStay: () => void
}

/** Asks whether to discard unsaved input. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  return (
    <Modal
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      role="alertdialog"
      isOpen
      onOpenChange={onStay}
      footer={
        <>
          <Button tone="danger" variant="outline" onPress={onLeave}>
            Leave without saving
          </Button>
          <Button tone="accent" autoFocus onPress={onStay}>
            Stay on this page
          </Button>
        </>
      }
    />
  )
}
