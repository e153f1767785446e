import type { AnyRouter } from '@tanstack/react-router'
import { analytics } from '../lib/analytics/analytics.ts'

/**
 * After each navigation: tells the analytics service which page is seen, and moves the focus to the page's heading, so
 * that the keyboard and screen readers are where the eyes are. Returns what stops it.
 */
export function watchNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged, hrefChanged }) => {
    const routeName = router.state.matches.at(-1)?.staticData.name
    // The guard counts the view of the way to a workspace, which may be left before it is rendered.
    const isCounted = routeName !== undefined && routeName !== 'workspace-go'
    if (isCounted && (hrefChanged || !fromLocation)) analytics.pageView(routeName)
    // A change within a page may remove the element that had the focus.
    const isFocusLost = document.activeElement === document.body
    // The first page keeps the browser's own place for the focus.
    if (!fromLocation || !(pathChanged || isFocusLost)) return
    const target =
      document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
}
