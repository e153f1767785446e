import { buildCheckIntervalMs } from '@portal/contract/limits'
import { useEffect, useState } from 'react'
import { runningBuildHash } from '../env.ts'

async function newestBuildHash(): Promise<string> {
  const answer = await fetch('/build-manifest.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The build manifest answered ${answer.status}`)
  const { buildHash } = (await answer.json()) as { buildHash?: unknown }
  if (typeof buildHash !== 'string') throw new Error('The build manifest has no hash')
  return buildHash
}

/** Told by the build when a part of it cannot be fetched: it may have been replaced. */
const partMissing = 'vite:preloadError'

/**
 * Whether a newer build is in place (SPEC section 4, "Deploy check"): looked up at once and every 2 minutes, until one is
 * found or a look-up fails; and whenever a part of the running one is missing.
 */
export function useIsNewerBuildThere(running = runningBuildHash): boolean {
  const [isNewer, setIsNewer] = useState(false)
  useEffect(() => {
    if (running === undefined) return
    const check = async () => {
      try {
        if ((await newestBuildHash()) === running) return
        setIsNewer(true)
      } catch {
        // A failure ends the polling without a word.
      }
      clearInterval(timer)
    }
    const timer = setInterval(check, buildCheckIntervalMs)
    void check()
    window.addEventListener(partMissing, check)
    return () => {
      clearInterval(timer)
      window.removeEventListener(partMissing, check)
    }
  }, [running])
  return isNewer
}
