import { logoutDelayMs } from '@portal/contract/limits'
import { useEffect } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { forgetKeptPage } from '../../lib/guard/kept-page.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { logoutUrl } from '../../lib/request/api-address.ts'
import { unsavedProfile } from '../../lib/unsaved-profile.ts'

/** Shows a message for half a second, then ends the session. */
export function LogoutPage() {
  useEffect(() => {
    analytics.reset()
    unsavedProfile.forget()
    forgetKeptPage()
    const timer = setTimeout(() => browserNavigation.replace(logoutUrl()), logoutDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return <NoticePage title="Logging you out..." tabTitle="Log out" />
}
