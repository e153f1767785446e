import { useEffect, useRef, useState } from 'react'

/** How long the second click is waited for. */
export const confirmWindowMs = 3000
/** Clicks this soon after the first are the same nervous click. */
export const confirmDeafMs = 300

/** Counts clicks for a control that wants two: `press` arms it, and confirms when it is armed and no longer deaf. */
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
