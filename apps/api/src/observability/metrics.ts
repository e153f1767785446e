/** The Prometheus metrics. docs/operations.md says which to watch. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolState } from '../db/database.ts'
import { BillingRefusedError } from '../gateways/billing/billing.ts'
import { IdentityRefusedError, SignInError } from '../gateways/identity/identity.ts'
import { UndeliverableMailError } from '../gateways/mail/mail.ts'
import type { QueueDepth, RunningJobs } from '../jobs/jobs.ts'
import type { ObserveCall } from './observe-gateway.ts'
import type { ObserveJob } from './observe-jobs.ts'

const quickBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const slowBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Each histogram includes a count. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = this.#histogram(
    'api_request_duration_seconds',
    'Response time in seconds, by call and status.',
    ['call', 'status'],
  )
  readonly #calls = this.#histogram(
    'api_gateway_duration_seconds',
    'Duration of a call to an external service, by service, method and outcome (ok, refused, unavailable).',
    ['gateway', 'method', 'outcome'],
    slowBuckets,
  )
  readonly #jobs = this.#histogram(
    'api_job_duration_seconds',
    'Duration of a job, by queue and outcome (ok, failed).',
    ['queue', 'outcome'],
    slowBuckets,
  )

  readonly #shed = new Counter({
    name: 'api_requests_shed_total',
    help: 'Requests that were refused because of overload, by reason (event-loop, connections, account).',
    labelNames: ['reason'],
    registers: [this.registry],
  })
  readonly #taskFailures = new Counter({
    name: 'api_task_failures_total',
    help: 'Failed tasks of the upkeep, such as the removal of one deleted account.',
    labelNames: ['task'],
    registers: [this.registry],
  })

  readonly #closedSubscriptions = new Counter({
    name: 'api_closed_subscriptions_total',
    help: 'Live subscriptions of deleted or suspended accounts that were found and ended.',
    registers: [this.registry],
  })
  readonly #ignoredForwardedFor = new Counter({
    name: 'api_forwarded_for_ignored_total',
    help: 'X-Forwarded-For headers of a trusted proxy that name no IP address and were ignored.',
    registers: [this.registry],
  })

  readonly #doubleSubscriptions = new Counter({
    name: 'api_double_subscriptions_total',
    help: 'Customers with several live subscriptions, counted daily.',
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  countRequests(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const call = request.routeOptions.config.call?.name ?? 'other'
      this.#requests.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
      done()
    })
  }

  observeCall: ObserveCall = async ({ gateway, method }, run) => {
    const end = this.#calls.startTimer({ gateway, method })
    try {
      const answer = await run()
      end({ outcome: 'ok' })
      return answer
    } catch (error) {
      end({ outcome: outcomeOf(error) })
      throw error
    }
  }

  // The label can't be `job`: Prometheus renames it, because each target has a label of that name.
  observeJob: ObserveJob = async (queue, run) => {
    const end = this.#jobs.startTimer({ queue })
    try {
      const answer = await run()
      end({ outcome: 'ok' })
      return answer
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }

  countClosedSubscription(): void {
    this.#closedSubscriptions.inc()
  }

  countDoubleSubscription(): void {
    this.#doubleSubscriptions.inc()
  }

  countIgnoredForwardedFor(): void {
    this.#ignoredForwardedFor.inc()
  }

  countShed(reason: string): void {
    this.#shed.inc({ reason })
  }

  countTaskFailure(task: string): void {
    this.#taskFailures.inc({ task })
  }

  /** Reads the state at each scrape. */
  watchPool(state: () => PoolState): void {
    if (!state()) return
    const gauge = new Gauge({
      name: 'api_database_connections',
      help: 'Database connections of this process (in use, idle), and queries waiting for one (waiting).',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        const { total, idle, waiting } = state() ?? { total: 0, idle: 0, waiting: 0 }
        gauge.set({ state: 'in use' }, total - idle)
        gauge.set({ state: 'idle' }, idle)
        gauge.set({ state: 'waiting' }, waiting)
      },
    })
  }

  /** Reads the queue at each scrape. All processes report the same values, and none while the queue is unavailable. */
  watchQueue({ depth, silentSeconds }: Pick<RunningJobs, 'depth' | 'silentSeconds'>): void {
    const silence: Gauge = this.#gauge(
      'api_jobs_silent_seconds',
      'Seconds since the job queue last answered this process.',
      [],
      () => silence.set(silentSeconds()),
    )
    let reading: ReturnType<typeof depth> | undefined
    // The registry collects all gauges of a scrape in parallel, so they share one read.
    const read = () => {
      reading ??= depth()
        .catch(() => [])
        .finally(() => {
          reading = undefined
        })
      return reading
    }
    const watch = <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      set: (gauge: Gauge<Label>, queue: QueueDepth) => void,
    ) => {
      const gauge: Gauge<Label> = this.#gauge(name, help, labelNames, async () => {
        const queues = await read()
        gauge.reset()
        for (const queue of queues) set(gauge, queue)
      })
    }
    watch(
      'api_jobs_oldest_seconds',
      'Age of the oldest job that could run, by queue.',
      ['queue'],
      (gauge, { name: queue, waitingSeconds }) => gauge.set({ queue }, waitingSeconds),
    )
    watch(
      'api_jobs_parked',
      'Jobs that failed permanently and were parked, by queue.',
      ['queue'],
      (gauge, { name: queue, parked }) => gauge.set({ queue }, parked),
    )
    watch(
      'api_jobs',
      'Jobs in the queue by queue and state (ready, later, active, failed), refreshed once a minute.',
      ['queue', 'state'],
      (gauge, { name: queue, counts }) => {
        for (const [state, count] of Object.entries(counts)) gauge.set({ queue, state }, count)
      },
    )
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: () => void | Promise<void>,
  ): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry], collect })
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets = quickBuckets) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] })
  }
}

/** A mail server that refuses the API's password counts as unavailable, because it accepts no mail at all. */
function outcomeOf(error: unknown): 'refused' | 'unavailable' {
  const refusals = [SignInError, IdentityRefusedError, UndeliverableMailError, BillingRefusedError]
  return refusals.some((type) => error instanceof type) ? 'refused' : 'unavailable'
}
