import type { AnyRouter } from '@tanstack/react-router'
import { analytics } from '../lib/analytics.ts'

/**
 * After each navigation: tells the analytics service which page is seen, and moves the focus to the page's heading, so
 * that the keyboard and screen readers are where the eyes are. Returns what stops it.
 */
export function watchNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged, hrefChanged }) => {
    const routeName = router.state.matches.at(-1)?.staticData.name
    if (routeName && (hrefChanged || !fromLocation)) analytics.pageView(routeName)
    // A change within a page may remove the element that had the focus.
    const isFocusLost = document.activeElement === document.body
    // The first page keeps the browser's own place for the focus.
    if (!fromLocation || !(pathChanged || isFocusLost)) return
    const target =
      document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  })
}
