import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { saveLoginRedirect } from '../lib/guard/login-redirect.ts'
import { reauthenticationUrl } from '../lib/request/api-address.ts'

interface FreshSignInDialogProps {
  /** The API's message. */
  message: string
  /** Stores the page before the browser leaves it. */
  onLeave: () => void
  onClose: () => void
}

/** Explains why the user has to sign in again, and takes them there. */
export function FreshSignInDialog({ message, onLeave, onClose }: FreshSignInDialogProps) {
  const router = useRouter()
  const [isLeaving, setIsLeaving] = useState(false)

  function leave() {
    onLeave()
    saveLoginRedirect(router.state.location.href)
    setIsLeaving(true)
    browserNavigation.go(reauthenticationUrl())
  }

  return (
    <Modal
      title="Confirm it's you"
      description={message}
      role="alertdialog"
      size="md"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="accent" autoFocus onPress={leave} isLoading={isLeaving}>
            Sign in again
          </Button>
        </>
      }
    >
      Nothing has changed yet. After signing in, you return to this page with everything you typed.
    </Modal>
  )
}
