import { createContext, useCallback, useState } from 'react'
import type { MarkFailure } from './use-workspace-marks.ts'

/** Sets a mark; resolves with the failure, if any. */
export type MarkAttempt = () => Promise<MarkFailure | undefined>

export interface MarkAttempts {
  isPending: boolean
  /** The last failure, until the next try. */
  failure: (MarkFailure & { attempt: MarkAttempt }) | undefined
  run: (attempt: MarkAttempt) => Promise<void>
}

/** Remembers why a mark was not set, to be shown beside the control. */
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

/** Sets a mark from a card or a row of the list, which has no room for an error block: the page around it shows one. */
export const RunMarkContext = createContext<MarkAttempts['run']>(async (attempt) => void (await attempt()))
