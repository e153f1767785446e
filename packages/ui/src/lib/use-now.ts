import { useEffect, useState } from 'react'

/**
 * The time, read again every `intervalMs` milliseconds while `isRunning`; otherwise the time of the first render. A page
 * that was in the background reads it at once when it is looked at again, because browsers hold such timers back.
 */
export function useNow({ intervalMs, isRunning }: { intervalMs: number; isRunning: boolean }): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isRunning) return
    const readClock = () => setNow(new Date())
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
