import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../services.ts'
import { removeExpiredCodes } from '../handoff/handoff-store.ts'
import { removeExpiredLimits } from '../rate-limits/rate-limit-store.ts'
import { removeExpiredAttempts } from './session-store.ts'

const everyMs = 600_000

/** Periodically deletes expired sign-in attempts, hand-off codes and rate limit windows. */
export function startUpkeep({ database, now }: Services, log: FastifyBaseLogger): { stop(): void } {
  const timer = setInterval(() => {
    const work = async () => {
      await removeExpiredAttempts(database.orm, now())
      await removeExpiredCodes(database.orm, now())
      await removeExpiredLimits(database.orm, now())
    }
    work().catch((error: unknown) => log.warn({ err: error }, 'Cleanup of expired rows failed'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
