import { createContext, useCallback, useState } from 'react'
import type { MarkFailure } from './use-workspace-marks.ts'

/** Sets a mark. Resolves with the failure, if any. */
export type MarkAttempt = () => Promise<MarkFailure | undefined>

export interface MarkAttempts {
  isPending: boolean
  /** The last failure, cleared by the next attempt. */
  failure: (MarkFailure & { attempt: MarkAttempt }) | undefined
  run: (attempt: MarkAttempt) => Promise<void>
}

/** Remembers why a mark was not set, to show the failure next to the control. */
export function useMarkAttempts(): MarkAttempts {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<MarkAttempts['failure']>()
  const run = useCallback(async (attempt: MarkAttempt) => {
    setFailure(undefined)
    setIsPending(true)
    const failed = await attempt()
    setIsPending(false)
    if (failed) setFailure({ ...failed, attempt })
  }, [])
  return { isPending, failure, run }
}

/** Sets a mark from a card or row. The page shows the failure, because a card has no room for it. */
export const RunMarkContext = createContext<MarkAttempts['run']>(async (attempt) => void (await attempt()))
