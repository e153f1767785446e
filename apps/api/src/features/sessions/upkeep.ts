import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../services.ts'
import { removeLateCodes } from '../handoff/handoff-store.ts'
import { removeLateLimits } from '../rate-limits/rate-limit-store.ts'
import { removeLateAttempts } from './session-store.ts'

const everyMs = 600_000

/** Removes what is late and of no use: sign-ins under way, hand-off codes, ended windows of the rate limits. */
export function startUpkeep({ database, now }: Services, log: FastifyBaseLogger): { stop(): void } {
  const timer = setInterval(() => {
    const work = async () => {
      await removeLateAttempts(database.orm, now())
      await removeLateCodes(database.orm, now())
      await removeLateLimits(database.orm, now())
    }
    work().catch((error: unknown) => log.warn({ err: error }, 'the upkeep did not finish'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
