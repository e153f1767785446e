/** Writes and downloads: `useMutation` with a call of the contract. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { closeToast } from '@portal/ui/lib/toast-queue'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiQueryOptions } from './api-query.ts'
import type { ShownFailure } from './failure.tsx'
import { request } from './request.ts'
import type { RequestError } from './request-error.ts'
import { type KeyParts, requestKey } from './request-record.ts'

interface ApiMutationOptions<E extends Endpoint, Data, Context>
  extends Pick<ApiQueryOptions, 'expectedErrors'>,
    Omit<
      UseMutationOptions<Data, RequestError, CallInput<E>, Context>,
      'mutationFn' | 'mutationKey' | 'meta'
    > {
  keyParts?: (input: CallInput<E>) => KeyParts
}

/** A write whose answer the caller may read from `data`. Its variables are the input of the call. */
export function useApiMutation<E extends Endpoint, Context = unknown>(
  call: E,
  { expectedErrors, keyParts, ...options }: ApiMutationOptions<E, CallResult<E>, Context> = {},
) {
  return useMutation<CallResult<E>, RequestError, CallInput<E>, Context>({
    ...options,
    mutationFn: (input) => {
      const parts = keyParts?.(input)
      // About an earlier failure of the same request.
      closeToast(requestKey(call, input, parts))
      return request(call, input, { keyParts: parts })
    },
    meta: { expectedErrors },
  })
}

/** A write whose answer contains a secret. Only `onAnswer` receives it, because no cache may keep a secret. */
export function useSecretMutation<E extends Endpoint>(
  call: E,
  onAnswer: (answer: CallResult<E>, input: CallInput<E>) => unknown,
) {
  return useMutation<void, RequestError, CallInput<E>>({
    mutationFn: async (input) => {
      await onAnswer(await request(call, input), input)
    },
  })
}

/** What a row shows after a failed action. The table keeps it, because it is shown in another cell than the control. */
export interface RowFailure {
  failure: ShownFailure | undefined
  /** The callbacks of a mutation whose failure has this title. */
  reports(title: string): { onMutate: () => void; onError: (error: RequestError) => void }
}

/** The failures of a table's rows, each until the row's next action. */
export function useRowFailures(): (rowKey: string) => RowFailure {
  const [failures, setFailures] = useState<Partial<Record<string, ShownFailure>>>({})
  return (rowKey) => {
    const show = (failure?: ShownFailure) => setFailures((others) => ({ ...others, [rowKey]: failure }))
    return {
      failure: failures[rowKey],
      reports: (title) => ({ onMutate: () => show(), onError: (error) => show({ title, error }) }),
    }
  }
}
