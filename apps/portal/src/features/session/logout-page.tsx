import { logoutDelayMs } from '@portal/contract/limits'
import { useEffect } from 'react'
import { analytics } from '../../lib/analytics.ts'
import { logoutUrl } from '../../lib/api-address.ts'
import { browserNavigation } from '../../lib/browser-navigation.ts'
import { NoticePage } from '../../lib/notice-page.tsx'
import { unsavedProfile } from '../../lib/unsaved-profile.ts'

/** Says so for half a second, then ends the session (SPEC sections 2 and 9). */
export function LogoutPage() {
  useEffect(() => {
    analytics.reset()
    unsavedProfile.forget()
    const timer = setTimeout(() => browserNavigation.replace(logoutUrl()), logoutDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return <NoticePage title="Logging you out..." tabTitle="Log out" />
}
