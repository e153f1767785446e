import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/**
 * Returns the current time of the server, updated every `intervalMs` milliseconds while `isRunning`. Otherwise returns the time of
 * the first render. The time is also updated when a hidden page becomes visible, because browsers throttle timers in
 * the background.
 */
export function useNow({ intervalMs, isRunning }: { intervalMs: number; isRunning: boolean }): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isRunning) return
    const readClock = () => setNow(serverNow())
    const readClockWhenVisible = () => {
      if (document.visibilityState === 'visible') readClock()
    }
    const timer = setInterval(readClock, intervalMs)
    document.addEventListener('visibilitychange', readClockWhenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readClockWhenVisible)
    }
  }, [intervalMs, isRunning])
  return now
}
