import { type ComponentType, useEffect, useState } from 'react'

/** Delay before the code of a lazy part is fetched even if the user hasn't needed it yet. */
const fetchAheadAfterMs = 3_000

export interface LazyPart<Props> {
  /** Fetches the code. Failures are ignored, because the next use tries again. */
  prefetch: () => void
  /**
   * Returns the component once it is loaded, and starts loading it when it is needed, or 3 s after the first render. If
   * loading fails, calls `onFailure`.
   */
  usePart: (isNeeded: boolean, onFailure?: () => void) => ComponentType<Props> | undefined
}

/** Loads a component that a page needs only after the user has interacted with it, such as a menu or a tooltip. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let isTimerSet = false
  const fetchPart = async () => {
    loaded ??= await load()
    return loaded
  }
  const prefetch = () => void fetchPart().catch(() => {})

  function usePart(isNeeded: boolean, onFailure?: () => void) {
    const [part, setPart] = useState(() => loaded)
    const isMissing = isNeeded && !part
    useEffect(() => {
      if (!isMissing) return
      let isGone = false
      fetchPart().then(
        (found) => isGone || setPart(() => found),
        () => isGone || onFailure?.(),
      )
      return () => {
        isGone = true
      }
    }, [isMissing, onFailure])
    // One timer for all uses on the page.
    useEffect(() => {
      if (isTimerSet) return
      isTimerSet = true
      setTimeout(prefetch, fetchAheadAfterMs)
    }, [])
    return part
  }

  return { prefetch, usePart }
}
