import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../services.ts'
import { removeLateCodes } from '../handoff/handoff-store.ts'
import { removeLateAttempts } from './session-store.ts'

const everyMs = 600_000

/** Removes what is late and can no longer be redeemed: sign-ins under way and hand-off codes. */
export function startUpkeep({ database, now }: Services, log: FastifyBaseLogger): { stop(): void } {
  const timer = setInterval(() => {
    const work = async () => {
      await removeLateAttempts(database.orm, now())
      await removeLateCodes(database.orm, now())
    }
    work().catch((error: unknown) => log.warn({ err: error }, 'the upkeep did not finish'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
