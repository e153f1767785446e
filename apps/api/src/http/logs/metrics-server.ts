/** Serves Prometheus metrics on a separate port, on loopback by default. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config.ts'

export interface MetricsSource {
  contentType: string
  metrics(): Promise<string>
}

export interface MetricsServer {
  url: string
  close(): Promise<void>
}

/** Serves the metrics at `/metrics`. Throws when the port is already in use. */
export async function serveMetrics(source: MetricsSource, config: Config): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.METRICS_PORT, config.METRICS_HOST, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${config.METRICS_HOST}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
