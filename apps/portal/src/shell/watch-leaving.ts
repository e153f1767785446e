import { closeToast, showToast } from '@portal/ui/lib/toast-queue'
import { onlineManager } from '@tanstack/react-query'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { checkConnection, untilOnline } from '../lib/request/connection.ts'

/**
 * Keeps the portal open when a link or a button would leave it without a network, because the browser would replace it with its own
 * error page. A reload by the user is not prevented. Returns a function that stops watching.
 */
export function watchLeaving(): () => void {
  // Older browsers have no such event, and leave the page.
  if (!('navigation' in window)) return () => undefined
  let checked: string | undefined

  const keepOpen = (event: NavigateEvent) => {
    const { destination, cancelable, downloadRequest } = event
    if (destination.sameDocument || !cancelable || downloadRequest !== null) return
    // Such as a mail program.
    if (!destination.url.startsWith('http')) return
    const isChecked = destination.url === checked
    checked = undefined
    // The browser may be wrong: the instance may run on the same machine.
    if (isChecked || (navigator.onLine && onlineManager.isOnline())) return
    event.preventDefault()
    void leaveIfConnected(destination.url)
  }

  const leaveIfConnected = async (url: string) => {
    if (await checkConnection()) {
      checked = url
      browserNavigation.go(url)
      return
    }
    const id = 'leaving-offline'
    showToast('You are offline', {
      id,
      tone: 'warning',
      description: 'The next page is outside the portal. Try again when your connection is back.',
    })
    void untilOnline().then(() => closeToast(id))
  }

  navigation.addEventListener('navigate', keepOpen)
  return () => navigation.removeEventListener('navigate', keepOpen)
}
