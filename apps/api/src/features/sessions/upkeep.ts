import { removeExpiredKeys } from '../../guard/idempotency-store.ts'
import { removeExpiredLimits } from '../../guard/rate-limit-store.ts'
import type { Services } from '../../services.ts'
import { replaceTypedDomains } from '../account/address-key-store.ts'
import { removeExpiredPendingJoins } from '../account-joins/account-join-store.ts'
import { removeExpiredCodes } from '../handoff/handoff-store.ts'
import { sealPlainSecrets } from '../handoff/workspace-secret-actions.ts'
import { removeExpiredDeviceCodes, removeExpiredNonces } from '../oauth/authorization-store.ts'
import { removeExpiredIdentityTokens } from '../trust-rules/exchange-store.ts'
import { removeExpiredTokens } from '../trust-rules/trust-rule-store.ts'
import { removeExpiredAttempts } from './session-store.ts'

type UpkeepServices = Pick<Services, 'database' | 'keys' | 'now' | 'onTaskFailure'>

const everyMs = 600_000
const sealedAtOnce = 500

const tasks = {
  'upkeep.attempts': removeExpiredAttempts,
  'upkeep.accountJoins': removeExpiredPendingJoins,
  'upkeep.addressKeys': replaceTypedDomains,
  'upkeep.codes': removeExpiredCodes,
  'upkeep.deviceCodes': removeExpiredDeviceCodes,
  'upkeep.nonces': removeExpiredNonces,
  'upkeep.limits': removeExpiredLimits,
  'upkeep.idempotencyKeys': removeExpiredKeys,
  'upkeep.identityTokens': removeExpiredIdentityTokens,
  'upkeep.issuedTokens': removeExpiredTokens,
}

/**
 * Deletes expired sign-in attempts, questions about accounts, hand-off codes, rate limit windows and idempotency keys, replaces old
 * address keys and seals plain secrets. A task that fails does not stop the others.
 */
async function runTasks({ database, keys, now, onTaskFailure }: UpkeepServices): Promise<void> {
  for (const [task, remove] of Object.entries(tasks))
    await remove(database.upkeep, now()).catch((error: unknown) => onTaskFailure(task, error))
  await sealPlainSecrets({ keys }, database.upkeep, sealedAtOnce).catch((error: unknown) =>
    onTaskFailure('upkeep.secrets', error),
  )
}

/** Runs the tasks every ten minutes, without overlap. */
export function startUpkeep(services: UpkeepServices): { stop(): void } {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    await runTasks(services)
    isRunning = false
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
