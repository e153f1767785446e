import { useEffect, useRef, useState } from 'react'

/** How long the control waits for the second click. */
export const confirmWindowMs = 3000
/** Clicks within this time of the first are ignored, because they are likely an accidental double click. */
export const confirmDeafMs = 300

/**
 * Handles a control that needs two clicks. The first `press` arms it. A later one confirms, unless it comes within
 * `confirmDeafMs`.
 */
export function useConfirmPress(onConfirm: () => void): { isArmed: boolean; press: () => void } {
  const [isArmed, setArmed] = useState(false)
  const isDeaf = useRef(false)

  useEffect(() => {
    if (!isArmed) return
    isDeaf.current = true
    const hear = setTimeout(() => {
      isDeaf.current = false
    }, confirmDeafMs)
    const disarm = setTimeout(() => setArmed(false), confirmWindowMs)
    return () => {
      clearTimeout(hear)
      clearTimeout(disarm)
    }
  }, [isArmed])

  function press() {
    if (!isArmed) {
      isDeaf.current = true
      setArmed(true)
    } else if (!isDeaf.current) {
      setArmed(false)
      onConfirm()
    }
  }

  return { isArmed, press }
}
