/** The limits of database connections. Times are in milliseconds. */

/** How long opening a connection, or waiting for one of the pool, may take. */
export const connectLimitMs = 1_900
export const idleTransactionLimitMs = 30_000
/** How long an upkeep statement may take, such as the deletion of a few thousand rows. */
export const upkeepLimitMs = 60_000
/** Connections to an unresponsive server are closed after this time, so that jobs resume within ten seconds of a failover. */
export const queueLimitMs = 8_000
export const healthLimitMs = 1_900
/**
 * How long an unused connection of requests or readiness stays open. Longer than the interval of most readiness probes. Opening a
 * connection takes several milliseconds of processor time, which would delay other accounts at the start of each burst of requests.
 * Not longer, because a firewall may drop an unused connection without notice.
 */
export const idleLimitMs = 60_000
/**
 * An idle connection is probed after this time. Without it the operating system waits two hours, and meanwhile a host that
 * vanished seems connected.
 */
export const keepAliveDelayMs = 10_000

/** The server's timeout comes before the driver's, because the connection stays usable after it. */
export const serverLimitOf = (driverLimitMs: number) => Math.ceil(driverLimitMs * 0.9)

/** A setting of the server. One statement must not use several processors, because that delays the statements of other accounts. */
export const withoutParallelWorkers = 'max_parallel_workers_per_gather=0'
