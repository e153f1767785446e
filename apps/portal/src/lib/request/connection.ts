/** Whether the portal has a network. A failed request decides, and the next response ends it: `transport.ts` reports both. */
import { account } from '@portal/contract/account/account'
import { onlineManager, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { request } from './request.ts'
import { RequestError } from './request-error.ts'

const checkEveryMs = 2_000

/** Sends a small request, and returns whether there is a network. */
export async function checkConnection(): Promise<boolean> {
  // Any response will do. The key keeps the request apart from the auth check.
  await request(account.whoami, {}, { keyParts: ['connection'] }).catch(() => undefined)
  return onlineManager.isOnline()
}

/** Resolves when there is a network again. */
export function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    if (onlineManager.isOnline()) return resolve()
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })
}

const watchConnection = (onChange: () => void) => onlineManager.subscribe(onChange)

export function useIsOnline(): boolean {
  return useSyncExternalStore(watchConnection, () => onlineManager.isOnline())
}

/** Whether the error says that the user is offline, and the connection is back. */
export function useIsOutdated(error: unknown): boolean {
  const isOnline = useIsOnline()
  return isOnline && error instanceof RequestError && error.isOffline
}

/** The message of an outdated error whose attempt is still shown as failed. */
export const outdatedMessage = 'You were offline. Try again.'

/** Checks the connection until it is back. Reads that wait for it then continue. */
export function useConnectionCheck(): void {
  useQuery({
    queryKey: ['connection'],
    queryFn: checkConnection,
    enabled: !useIsOnline(),
    networkMode: 'always',
    staleTime: 0,
    refetchInterval: checkEveryMs,
  })
}
