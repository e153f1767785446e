import type { AnyRouter } from '@tanstack/react-router'
import { analytics } from '../lib/analytics/analytics.ts'

/**
 * After each navigation, records the page view and moves the focus to the page heading for keyboard and screen reader users.
 * Returns a function that stops watching.
 */
export function watchNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged, hrefChanged }) => {
    const routeName = router.state.matches.at(-1)?.staticData.name
    // The route guard records views of workspace-go, because that page may be left before it renders.
    const isCounted = routeName !== undefined && routeName !== 'workspace-go'
    if (isCounted && (hrefChanged || !fromLocation)) analytics.pageView(routeName)
    // A change within a page may remove the element that had the focus.
    const isFocusLost = document.activeElement === document.body
    // The first page keeps the initial focus of the browser.
    if (!fromLocation || !(pathChanged || isFocusLost)) return
    const target =
      document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
}
