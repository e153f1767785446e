import { useEffect, useReducer } from 'react'
import { serverNow } from './server-clock.ts'

/**
 * Returns the current time of the server, and renders again every `intervalMs` milliseconds while `isRunning`. Also renders again when
 * a hidden page becomes visible, because browsers throttle timers in the background. Each render reads the clock, so that new data
 * is never compared with a time before its arrival.
 */
export function useNow({ intervalMs, isRunning }: { intervalMs: number; isRunning: boolean }): Date {
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    if (!isRunning) return
    const renderWhenVisible = () => {
      if (document.visibilityState === 'visible') render()
    }
    const timer = setInterval(render, intervalMs)
    document.addEventListener('visibilitychange', renderWhenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renderWhenVisible)
    }
  }, [intervalMs, isRunning])
  return serverNow()
}
