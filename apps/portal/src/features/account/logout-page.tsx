import { logoutDelayMs } from '@portal/contract/limits'
import { Button } from '@portal/ui/buttons/button'
import { useEffect, useState } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { forgetKeptPage } from '../../lib/guard/kept-page.ts'
import { forgetSharedRedirect } from '../../lib/guard/shared-redirect.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { forgetUnsavedInput } from '../../lib/layout/unsaved-input.ts'
import { logoutUrl } from '../../lib/request/api-address.ts'
import '../../lib/styles.css'

/** @param asksFirst whether another site linked here, so that the user must confirm the sign-out */
export function LogoutPage({ asksFirst = false }: { asksFirst?: boolean }) {
  const [isAsking, setIsAsking] = useState(asksFirst)
  if (!isAsking) return <LoggingOut />
  return (
    <NoticePage
      title="Do you want to log out?"
      tabTitle="Log out"
      icon={<Logo className="size-14" />}
      actions={
        <>
          <Button onPress={() => browserNavigation.replace('/workspaces')}>Stay signed in</Button>
          <Button tone="accent" onPress={() => setIsAsking(false)}>
            Log out
          </Button>
        </>
      }
    >
      <p>
        Another website sent you to this page. Logging out also closes the workspaces you opened from this
        session.
      </p>
    </NoticePage>
  )
}

/** Shows a message for half a second, then ends the session. */
function LoggingOut() {
  useEffect(() => {
    analytics.reset()
    forgetUnsavedInput()
    forgetKeptPage()
    forgetSharedRedirect()
    const timer = setTimeout(() => browserNavigation.replace(logoutUrl()), logoutDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return <NoticePage title="Logging you out..." tabTitle="Log out" icon={<Logo className="size-14" />} />
}
