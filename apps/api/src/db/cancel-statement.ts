import type { Socket } from 'node:net'
import pg from 'pg'
import { connectLimitMs } from './limits.ts'

/** The fields and methods of the driver that its types leave out. */
interface Backend {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
  ssl: boolean | object
}
type CancelConnection = InstanceType<typeof pg.Connection> & {
  stream: Socket
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Asks the server to cancel what the client's connection runs. Otherwise PostgreSQL finishes a statement whose client has gone
 * away. Best effort: the server does not answer.
 */
export function cancelStatement(client: pg.ClientBase): void {
  const { host, port, processID, secretKey, ssl } = client as unknown as Backend
  if (processID === null || secretKey === null) return
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as CancelConnection
  const { stream } = connection
  connection.on('error', () => stream.destroy())
  stream.setTimeout(connectLimitMs, () => stream.destroy())
  stream.unref()
  const cancel = () => connection.cancel(processID, secretKey)
  connection.once('connect', () => (ssl ? connection.requestSsl() : cancel()))
  connection.once('sslconnect', cancel)
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}
