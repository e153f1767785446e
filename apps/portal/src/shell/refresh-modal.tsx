import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'
import { useState } from 'react'
import { env } from '../lib/env.ts'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import '../lib/styles.css'

export function RefreshModal() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Modal
      title="Please refresh your browser"
      size="sm"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      footer={
        <Button tone="accent" icon="refresh" autoFocus onPress={() => browserNavigation.reload()}>
          Refresh
        </Button>
      }
    >
      A newer version of {env.productName} is available.
    </Modal>
  )
}
