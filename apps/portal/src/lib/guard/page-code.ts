import { onlineManager } from '@tanstack/react-query'
import type { AnyRouteMatch } from '@tanstack/react-router'
import { untilOnline } from '../request/connection.ts'

/** Loads the code of the pages that a navigation leads to. */
export type LoadCode = (matches: readonly Pick<AnyRouteMatch, 'routeId'>[]) => Promise<unknown>

/** Vite's event for a chunk that fails to load. */
const chunkMissing = 'vite:preloadError'

async function isLoaded(load: () => Promise<unknown>): Promise<boolean> {
  let isMissing = false
  const note = () => {
    isMissing = true
  }
  window.addEventListener(chunkMissing, note)
  try {
    await load()
  } finally {
    window.removeEventListener(chunkMissing, note)
  }
  return !isMissing
}

/**
 * Waits until the code of a page can be loaded, if the browser reports that it is offline. The router would reload the document to
 * get missing code, and the browser would replace the portal with its own error page.
 */
export async function waitForCode(load: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!navigator.onLine && !(await isLoaded(load)) && !signal.aborted) {
    onlineManager.setOnline(false)
    await untilOnline()
  }
}
