/** Calls about the API itself: name, health and public keys. See docs/product/configuration.md#health. */
import { service } from '@portal/contract/service/service'
import type { JWK } from 'jose'
import { Refusal } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

const databaseAnswerMs = 1_500
/** Each process that runs jobs polls the queue at least every two seconds. After a failover, the queue answers within ten. */
const maxQueueSilentSeconds = 60
/** How long the result of a ping is reused. */
const pingKeptMs = 250

export function serviceRoutes(server: Server, services: Services): void {
  const { config, database, keys, isDraining, queueSilentSeconds, now } = services
  const ping = sharePing(() => database.ping(databaseAnswerMs), now)

  server.serve(service.root, async () => ({
    systemStatus: 'ok' as const,
    name: `${config.PRODUCT_NAME} auth API`,
    version: '0.1.0',
    documentation: `${config.API_URL}/docs`,
  }))

  server.serve(service.live, async () => ({ status: 'ok' }))

  server.serve(service.ready, async () => {
    if (isDraining())
      throw new Refusal('DatabaseUnavailable', 'The process is stopping.', { isPlanned: true })
    await ping()
    if (queueSilentSeconds() > maxQueueSilentSeconds)
      throw new Refusal('DatabaseUnavailable', 'The job queue does not answer this process.')
    return { status: 'ok' }
  })

  server.serve(service.publicKeys, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return { keys: keys.published.map((key: JWK) => ({ ...key })) }
  })
}

interface Ping {
  answer: Promise<void>
  endedAt?: number
}

/**
 * Shares one ping among all requests, so that frequent requests for the health don't keep the connection busy that tells whether
 * this process is ready.
 */
export function sharePing(ping: () => Promise<void>, now: () => Date): () => Promise<void> {
  let latest: Ping | undefined
  const isFresh = ({ endedAt }: Ping) => {
    if (endedAt === undefined) return true
    const ageMs = now().getTime() - endedAt
    return ageMs >= 0 && ageMs < pingKeptMs
  }
  return () => {
    if (latest && isFresh(latest)) return latest.answer
    const started: Ping = {
      answer: ping().finally(() => {
        started.endedAt = now().getTime()
      }),
    }
    latest = started
    return started.answer
  }
}
