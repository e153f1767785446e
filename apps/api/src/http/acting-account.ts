/**
 * The account on whose behalf the running code acts: the caller of a request, or the account of a job. The job queue
 * uses it to share its workers fairly between accounts (docs/decisions/0027-jobs-are-shared-by-account.md).
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | undefined>()

export function runForAccount<T>(accountId: string | undefined, work: () => T): T {
  return current.run(accountId, work)
}

/** Returns undefined outside requests and jobs, and in requests without a caller. */
export function actingAccount(): string | undefined {
  return current.getStore()
}
