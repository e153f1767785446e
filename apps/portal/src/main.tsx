import { themeStore } from '@portal/ui/lib/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { analytics } from './lib/analytics/analytics.ts'
import { env } from './lib/env.ts'
import { RequestError } from './lib/request/request-error.ts'
import { createQueryClient } from './query-client.ts'
import { createPortalRouter } from './router.ts'
import { prefetchFirstPage } from './shell/fetch-ahead.ts'
import { isMobileBrowser } from './shell/mobile-notice.tsx'
import { watchNavigation } from './shell/watch-navigation.ts'
import { watchSession } from './shell/watch-session.ts'
import './first.css'

/** Logs errors caught by an error boundary, except failed requests, which the request layer has already logged. */
function logCaughtError(error: unknown): void {
  if (!(error instanceof RequestError)) console.error(error)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

document.title = env.productName
themeStore()
const queryClient = createQueryClient()
const router = createPortalRouter(queryClient)
watchSession(queryClient, router)
watchNavigation(router)
if (!isMobileBrowser()) void prefetchFirstPage(router, queryClient)
createRoot(root, { onCaughtError: logCaughtError }).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
)
// Both start after the first page has rendered. The library of the analytics is as large as the portal itself.
const unsubscribe = router.subscribe('onResolved', () => {
  unsubscribe()
  analytics.start()
  void import('./shell/watch-leaving.ts').then(({ watchLeaving }) => watchLeaving())
})
