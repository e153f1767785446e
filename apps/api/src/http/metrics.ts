/** Prometheus metrics on a port of their own, loopback by default. */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'

export interface Metrics {
  close(): Promise<void>
}

/** Counts and times each call by its name. Throws when the port is taken. */
export async function startMetrics(app: FastifyInstance, config: Config): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'api_request_duration_seconds',
    help: 'Time to answer, by call and status.',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call?.name ?? 'other'
    durations.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.METRICS_PORT, config.METRICS_HOST, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
