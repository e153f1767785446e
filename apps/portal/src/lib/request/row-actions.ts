import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from './action-failure.tsx'
import { type CallOutcome, runCall } from './calls.ts'
import type { CallOptions } from './request-layer.ts'

interface RowState {
  /** The call in flight, whose control shows progress. */
  pending?: Endpoint
  /** Why the last call failed, for an `ActionFailure` in the row. */
  failure?: Failure
}

export interface RowAction extends RowState {
  /** Makes a call. `failed` is the heading of the error block if it fails. */
  run<E extends Endpoint>(
    failed: string,
    call: E,
    input: CallInput<E>,
    options?: CallOptions<E>,
  ): Promise<CallOutcome<CallResult<E>>>
}

/** The actions of a table's rows. The table keeps their state, because a failure is shown in another cell than the control. */
export function useRowActions(): (rowKey: string) => RowAction {
  const queryClient = useQueryClient()
  const [states, setStates] = useState<Partial<Record<string, RowState>>>({})
  return (rowKey) => ({
    ...states[rowKey],
    async run(failed, call, input, options) {
      const show = (state: RowState) => setStates((others) => ({ ...others, [rowKey]: state }))
      show({ pending: call })
      const outcome = await runCall(queryClient, call, input, options)
      // If the sign-in is too old, a dialog already asks for a new one.
      const isShown = !outcome.isOk && outcome.error.code !== 'FreshSignInRequired'
      show(isShown ? { failure: { title: failed, error: outcome.error } } : {})
      return outcome
    },
  })
}
