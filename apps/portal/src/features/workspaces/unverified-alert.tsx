import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'

/** Shown instead of opening a workspace while the email is unverified. */
export function UnverifiedAlert({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title="You must verify your email before you can log into a workspace"
      role="alertdialog"
      size="sm"
      isOpen
      onOpenChange={onClose}
      footer={<Button onPress={onClose}>OK</Button>}
    />
  )
}
