import type { Endpoint } from '@portal/contract/endpoint'
import { type CallHandle, useCall } from './calls.ts'
import type { RequestError } from './request-error.ts'

export interface FormCallHandle<E extends Endpoint> extends Pick<CallHandle<E>, 'run' | 'status'> {
  /** An error that doesn't belong to a field, for a separate error block. */
  failure: RequestError | undefined
}

/** A write by a form. `run` throws errors with invalid fields, which the form shows at those fields. */
export function useFormCall<E extends Endpoint>(call: E): FormCallHandle<E> {
  const { run, status, error } = useCall(call)
  return {
    async run(input, options) {
      const outcome = await run(input, options)
      if (!outcome.isOk && outcome.error.issues.length > 0) throw outcome.error
      return outcome
    },
    status,
    failure: status.isError && error?.issues.length === 0 ? error : undefined,
  }
}
