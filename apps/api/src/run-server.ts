/** Runs the API as a process: reads the configuration, opens the database, listens, and drains on SIGTERM or SIGINT. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination, type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { loadSigningKeys } from './crypto/signing-keys.ts'
import { TokenSigner } from './crypto/token-signer.ts'
import { openDatabase } from './db/open-database.ts'
import { sendReviewReminders } from './features/access-review/access-review-jobs.ts'
import { replaceTypedDomains } from './features/account/address-key-store.ts'
import { billingJobs } from './features/billing/billing-jobs.ts'
import { countingStatuses } from './features/billing/billing-rules.ts'
import { sealPlainSecrets } from './features/handoff/workspace-secret-actions.ts'
import { readTermsInForce } from './features/legal/legal-store.ts'
import { mailPendingRoles } from './features/members/role-notice-jobs.ts'
import { purge } from './features/purge/purge-jobs.ts'
import { endPauses } from './features/staff/pauses/pause-jobs.ts'
import { mailNewCredentials } from './features/tokens/credential-notice-actions.ts'
import { sendExpiryNotices, sendOldSecretNotices } from './features/tokens/expiry-notice-jobs.ts'
import { deliverToWebhook } from './features/webhooks/webhook-jobs.ts'
import { StripeBilling } from './gateways/billing/billing-stripe.ts'
import { openIdentityGateway } from './gateways/identity/open-identity.ts'
import { fetchIssuerDocument } from './gateways/identity-issuers/fetch-issuer-document.ts'
import { IdentityIssuers } from './gateways/identity-issuers/identity-issuers.ts'
import { deliverMail, openMailGateway } from './gateways/mail/mail.ts'
import { openWebhookGateway } from './gateways/webhooks/send-webhook.ts'
import { serveMetrics } from './http/logs/metrics-server.ts'
import { loggerOptions } from './http/logs/request-log.ts'
import { type JobHandlers, type RunningJobs, startJobs } from './jobs/jobs.ts'
import { startUpkeep } from './jobs/upkeep.ts'
import { Metrics } from './observability/metrics.ts'
import { type ObserveCall, observeGateway } from './observability/observe-gateway.ts'
import { observeJobs } from './observability/observe-jobs.ts'
import { openTracing } from './observability/open-tracing.ts'
import type { Tracing } from './observability/tracing.ts'
import { operatorMessageOf } from './operator-message.ts'
import type { Services } from './services.ts'

const drainAtMostMs = 10_000
const closeIdleEveryMs = 100
const sealedAtOnce = 500
/** How long requests get to finish. Together with the time for jobs, it stays below `drainAtMostMs`. */
const finishRequestsMs = 4_000

/**
 * Log lines are written in batches, at most 0.1 seconds late, because one write per line is expensive. The rest is flushed
 * when the process exits, even after a crash. Only SIGKILL loses lines.
 */
const logDestination = { sync: false, minLength: 4_096, periodicFlush: 100 }

interface Observers {
  metrics: Metrics
  tracing: Tracing | undefined
}

async function openServices(
  config: Config,
  isDraining: () => boolean,
  log: Logger,
  { metrics, tracing }: Observers,
): Promise<{ services: Services; jobs: RunningJobs }> {
  const terms = await readTermsInForce(config)
  const keys = await loadSigningKeys(config)
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    replicaUrl: config.REPLICA_DATABASE_URL,
    migrationUrl: config.MIGRATION_DATABASE_URL,
    dataDir: config.DATA_DIR,
    isPooled: config.DATABASE_POOLER === 'transaction',
    poolSize: config.DATABASE_POOL_SIZE,
    log: (message) => log.info(message),
  })
  if (tracing) database.observe(tracing.observeStatement)
  const signer = new TokenSigner(keys, config)
  const calls: ObserveCall[] = [metrics.observeCall, ...(tracing ? [tracing.observeCall] : [])]
  const identity = observeGateway('identity', openIdentityGateway(config), [], calls)
  const documents = { fetch: fetchIssuerDocument }
  const { fetch: fetchDocument } = observeGateway('identity-issuers', documents, [], calls)
  const mail = observeGateway('mail', openMailGateway(config), ['close'], calls)
  const billing = observeGateway('billing', new StripeBilling(config), ['readEvent'], calls)
  const webhooks = observeGateway('webhooks', openWebhookGateway(config), [], calls)
  const now = () => new Date()
  const onTaskFailure: Services['onTaskFailure'] = (task, error, id) => {
    metrics.countTaskFailure(task)
    log.error({ err: error, task, id }, 'an upkeep task failed and will be retried')
  }
  const onClosedSubscription: Services['onClosedSubscription'] = (found) => {
    metrics.countClosedSubscription()
    log.error(found, 'a closed account had a live subscription, which was ended')
  }
  const onDoubleSubscription: Services['onDoubleSubscription'] = (found) => {
    metrics.countDoubleSubscription()
    log.error(found, 'a customer has several live subscriptions')
  }
  const handlers: JobHandlers = {
    'mail.send': (content) => deliverMail(mail, content, log),
    ...billingJobs({
      billing,
      config,
      database,
      now,
      onClosedSubscription,
      onDoubleSubscription,
      onTaskFailure,
    }),
    'tokens.notice-expiry': (_, jobs) => sendExpiryNotices({ config, database, jobs, now }),
    'tokens.notice-old-secret': (_, jobs) => sendOldSecretNotices({ config, database, jobs, now }),
    'members.mail-roles': (_, jobs) => mailPendingRoles({ config, database, jobs, now }),
    'workspaces.mail-credentials': (data, jobs) => mailNewCredentials({ config, database, jobs }, data),
    'webhooks.deliver': (data, jobs) =>
      deliverToWebhook({ config, database, jobs, keys, now, webhooks }, data),
    'access-review.remind': (_, jobs) => sendReviewReminders({ config, database, jobs, now }),
    'people.end-pauses': (_, jobs) => endPauses({ config, database, jobs, now, onTaskFailure }),
    'data.purge': (_, jobs) =>
      purge({
        database,
        jobs,
        now,
        onTaskFailure,
        liveSubscriptions: billing.isConfigured ? countingStatuses : [],
      }),
  }
  const jobObservers = [metrics.observeJob, ...(tracing ? [tracing.observeJob] : [])]
  const jobs = await startJobs(database, observeJobs(handlers, jobObservers), log, {
    isWorking: config.JOBS === 'on',
  })
  const trustedIssuers = config.FEDERATION_TRUSTED_ISSUERS
  const services = {
    config,
    database,
    billing,
    identity,
    issuers: new IdentityIssuers({ trustedIssuers, now, fetchDocument }),
    jobs,
    keys,
    signer,
    terms,
    webhooks,
    onForwardedForIgnored: () => metrics.countIgnoredForwardedFor(),
    onShed: (reason: string) => metrics.countShed(reason),
    onTaskFailure,
    onClosedSubscription,
    onDoubleSubscription,
    now,
    isDraining,
    queueSilentSeconds: jobs.silentSeconds,
  }
  return { services, jobs }
}

async function start(): Promise<void> {
  let isDraining = false
  const config = readConfig()
  const log = pino(loggerOptions(config), destination(logDestination))
  const metrics = new Metrics()
  const tracing = await openTracing(config, log)
  const { services, jobs } = await openServices(config, () => isDraining, log, { metrics, tracing })
  const app = await buildApp(services, log, (created) => {
    tracing?.traceRequests(created)
    metrics.countRequests(created)
    // Clients with a keep-alive connection to a draining process must open a new connection for the next request.
    created.addHook('onRequest', (_request, reply, done) => {
      if (isDraining) reply.header('connection', 'close')
      done()
    })
  })
  metrics.watchPool(() => services.database.poolState())
  metrics.watchQueue(jobs)
  const metricsServer = await serveMetrics(metrics.registry, config)
  // Before the first upkeep, so that no second account is made for the other form of a domain.
  await replaceTypedDomains(services.database.upkeep).catch((error: unknown) =>
    services.onTaskFailure('upkeep.addressKeys', error),
  )
  const upkeep = startUpkeep(services, {
    addressKeys: replaceTypedDomains,
    secrets: (db) => sealPlainSecrets(services, db, sealedAtOnce),
  })

  async function stop(): Promise<void> {
    if (isDraining) return
    isDraining = true
    const graceMs = config.DRAIN_GRACE_SECONDS * 1_000
    setTimeout(() => process.exit(1), graceMs + drainAtMostMs).unref()
    // Readiness fails from now on. Requests are still answered until the proxy stops sending them (docs/decisions/0018).
    await sleep(graceMs)
    // Fastify leaves connections open that were busy when the server began to close, so idle ones are closed here.
    const sweep = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
    // A slow client must not prevent the process from finishing its jobs.
    const cut = setTimeout(() => app.server.closeAllConnections(), finishRequestsMs)
    await app.close()
    clearInterval(sweep)
    clearTimeout(cut)
    upkeep.stop()
    await jobs.stop()
    await metricsServer.close()
    await tracing?.close()
    await services.database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  try {
    await app.listen({ host: config.API_HOST, port: config.API_PORT })
  } catch (error) {
    await services.database.close()
    throw error
  }
}

/** Starts the API. Prints a startup error and exits with code 1. */
export async function runServer(): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(operatorMessageOf(error) ?? error)
    process.exit(1)
  }
}
