/** Limits for clients that send too slowly or keep connections without using them. */
import type { Config } from '../config.ts'

const headersTimeoutMs = 15_000
/** Longer than docs/operations.md allows the proxy, so that it never uses a connection that was just closed. */
const idleTimeoutMs = 65_000
const checkEveryMs = 1_000

/** The options of the server. A request that is not complete in time is answered with 408. */
export function clientLimits({ REQUEST_TIMEOUT_SECONDS }: Config) {
  const requestTimeout = REQUEST_TIMEOUT_SECONDS * 1_000
  return {
    requestTimeout,
    connectionTimeout: idleTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    http: {
      // The cookies of all applications on this host. Node's own limit is 16 KB.
      maxHeaderSize: 65_536,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeout),
      connectionsCheckingInterval: checkEveryMs,
    },
  }
}
