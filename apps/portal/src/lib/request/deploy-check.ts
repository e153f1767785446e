import { buildCheckIntervalMs } from '@portal/contract/limits'
import { useEffect, useState } from 'react'
import { readBuildHash } from '../env.ts'

async function newestBuildHash(): Promise<string> {
  const response = await fetch('/build-manifest.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The build manifest returned status ${response.status}`)
  const { buildHash } = (await response.json()) as { buildHash?: unknown }
  if (typeof buildHash !== 'string') throw new Error('The build manifest has no hash')
  return buildHash
}

/** Vite's event for a chunk that fails to load, which may mean that a newer build replaced it. */
const chunkMissing = 'vite:preloadError'

/**
 * Whether a newer build is deployed: docs/product/interface.md#deploy-notice. Checks immediately and every 2 minutes,
 * until it finds one or a check fails. Also checks when a chunk of the running build is missing.
 */
export function useIsNewerBuildThere(running = readBuildHash()): boolean {
  const [isNewer, setIsNewer] = useState(false)
  useEffect(() => {
    if (running === undefined) return
    const check = async () => {
      try {
        if ((await newestBuildHash()) === running) return
        setIsNewer(true)
      } catch {
        // A failed check stops the polling silently.
      }
      clearInterval(timer)
    }
    const timer = setInterval(check, buildCheckIntervalMs)
    void check()
    window.addEventListener(chunkMissing, check)
    return () => {
      clearInterval(timer)
      window.removeEventListener(chunkMissing, check)
    }
  }, [running])
  return isNewer
}
