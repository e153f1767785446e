import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/processes/free-port.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { Programs } from './programs.ts'

const startLimitMs = 10_000
const pollMs = 50

/** PgBouncer in front of a server. All settings but the pool mode have their defaults. */
export class PgBouncer {
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#child = child
    this.#folder = folder
  }

  static async start(
    { pgbouncer, runAs }: Programs,
    server: PostgresServer,
    mode: 'session' | 'transaction' | 'statement',
  ): Promise<PgBouncer> {
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
    const users = join(folder, 'users.txt')
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(users, '"portal" ""\n')
    writeFileSync(
      settings,
      [
        '[databases]',
        `portal = host=127.0.0.1 port=${server.port} dbname=portal`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${users}`,
        `pool_mode = ${mode}`,
        '',
      ].join('\n'),
    )
    const { uid, gid } = runAs
    if (uid !== undefined && gid !== undefined)
      for (const path of [folder, users, settings]) chownSync(path, uid, gid)
    const child = spawn(pgbouncer, [settings], { cwd: folder, stdio: 'ignore', ...runAs })
    const deadline = Date.now() + startLimitMs
    while (!(await isOpen(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer did not start.')
      await sleep(pollMs)
    }
    return new PgBouncer(`postgres://portal@127.0.0.1:${port}/portal`, child, folder)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGKILL')
      await once(this.#child, 'exit')
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
