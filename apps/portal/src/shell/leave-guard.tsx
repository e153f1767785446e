import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { sessionQuery } from '../lib/guard/session.ts'

/**
 * Asks before the user leaves a page with unsaved input, inside the portal and when the tab closes. Doesn't ask after the
 * session has ended. See docs/product/interface.md#forms.
 */
export function LeaveGuard({ hasUnsavedInput }: { hasUnsavedInput: () => boolean }) {
  const queryClient = useQueryClient()
  const isAsking = () => queryClient.getQueryData(sessionQuery.queryKey) !== null && hasUnsavedInput()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAsking(),
    enableBeforeUnload: isAsking,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      role="alertdialog"
      isOpen
      onOpenChange={blocker.reset}
      footer={
        <>
          <Button tone="danger" variant="outline" onPress={blocker.proceed}>
            Leave without saving
          </Button>
          <Button tone="accent" autoFocus onPress={blocker.reset}>
            Stay on this page
          </Button>
        </>
      }
    />
  )
}
