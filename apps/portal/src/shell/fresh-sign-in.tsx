import { Button } from '@portal/ui/buttons/button'
import { InputKeeperContext } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/overlays/modal'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { onFreshSignInRequired } from '../lib/guard/fresh-sign-in-events.ts'
import { createPageKeeper } from '../lib/guard/kept-page.ts'
import { saveLoginRedirect } from '../lib/guard/login-redirect.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import { reauthenticationUrl } from '../lib/request/api-address.ts'

/**
 * Asks before the user leaves a page with unsaved input, inside the portal and when the tab closes. Doesn't ask after the
 * session has ended. See docs/product/interface.md#forms.
 */
function LeaveGuard({ hasUnsavedInput }: { hasUnsavedInput: () => boolean }) {
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

interface FreshSignInDialogProps {
  /** The API's message. */
  message: string
  /** Stores the page before the browser leaves it. */
  onLeave: () => void
  onClose: () => void
}

/** Explains why the user has to sign in again, and takes them there. */
function FreshSignInDialog({ message, onLeave, onClose }: FreshSignInDialogProps) {
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

/**
 * Asks the user to sign in again when the API requires it, and restores the page when they return. See
 * docs/product/sign-in.md#fresh-sign-in.
 */
export function FreshSignIn({ userId, children }: { userId: string; children: ReactNode }) {
  const router = useRouter()
  const keeper = useMemo(() => createPageKeeper(userId, () => router.state.location.href), [userId, router])
  const [message, setMessage] = useState<string>()
  useEffect(() => onFreshSignInRequired(setMessage), [])

  useEffect(() => {
    if (keeper.isReturn())
      showToast('Welcome back', {
        tone: 'success',
        description: 'This page is as you left it. Press the button again to continue.',
      })
    // Values that the page has not used by now must not appear on a later visit.
    return router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
      if (fromLocation && hrefChanged) keeper.drop(fromLocation.href)
    })
  }, [keeper, router])

  return (
    <InputKeeperContext value={keeper}>
      {children}
      <LeaveGuard hasUnsavedInput={keeper.hasUnsavedInput} />
      {message !== undefined && (
        <FreshSignInDialog message={message} onLeave={keeper.save} onClose={() => setMessage(undefined)} />
      )}
    </InputKeeperContext>
  )
}
