/** Two PostgreSQL servers that Patroni manages with etcd, in temporary folders. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { freePort } from '../../../tools/processes/free-port.ts'
import { type QueriedServer, queryAs } from './postgres-server.ts'
import type { Programs } from './programs.ts'

const startLimitMs = 60_000
const pollMs = 100
const patroniPath = '/usr/bin/patroni'
const etcdPath = '/usr/bin/etcd'

/** Debian has both, but recommends neither with PostgreSQL. */
export const isPatroniInstalled = (): boolean => existsSync(patroniPath) && existsSync(etcdPath)

interface Node extends QueriedServer {
  name: string
  host: string
  restUrl: string
}

const isHealthy = ({ restUrl }: Node, path: string) =>
  fetch(`${restUrl}/${path}`).then(
    ({ ok }) => ok,
    () => false,
  )

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + startLimitMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen.`)
    await sleep(pollMs)
  }
}

export class PatroniCluster {
  readonly nodes: Node[] = []
  readonly #programs: Programs
  readonly #folder = mkdtempSync(join(tmpdir(), 'portal-patroni-'))
  readonly #children: ChildProcess[] = []
  #etcdPort = 0

  private constructor(programs: Programs) {
    this.#programs = programs
    this.#own(this.#folder)
  }

  /** Starts a primary with a database `portal` and a synchronous standby. The caller must remove the cluster. */
  static async start(programs: Programs): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(programs)
    try {
      await cluster.#startEtcd()
      const primary = await cluster.#startNode('a')
      await until(() => isHealthy(primary, 'primary'), 'The start of the primary')
      await primary.query('create role portal login')
      await primary.query('create database portal owner portal')
      const standby = await cluster.#startNode('b')
      await until(() => isHealthy(standby, 'synchronous'), 'The start of the synchronous standby')
      return cluster
    } catch (error) {
      await cluster.remove()
      throw error
    }
  }

  get url(): string {
    const hosts = this.nodes.map(({ host }) => host).join(',')
    return `postgres://portal@${hosts}/portal?target_session_attrs=read-write`
  }

  /** Makes the standby the primary, as an operator does for maintenance. Returns the new primary. */
  async switchOver(): Promise<Node> {
    const [leader, candidate] = this.nodes
    if (!leader || !candidate) throw new Error('The cluster has no two nodes.')
    const response = await fetch(`${leader.restUrl}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    })
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`)
    await until(() => isHealthy(candidate, 'primary'), 'The promotion')
    return candidate
  }

  async remove(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      // Patroni stops its PostgreSQL.
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #own(path: string): void {
    const { uid, gid } = this.#programs.runAs
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }

  #spawn(program: string, ...parts: string[]): void {
    const options = { cwd: this.#folder, stdio: 'ignore', ...this.#programs.runAs } as const
    this.#children.push(spawn(program, parts, options))
  }

  async #startEtcd(): Promise<void> {
    this.#etcdPort = await freePort()
    const url = `http://127.0.0.1:${this.#etcdPort}`
    const peerUrl = `http://127.0.0.1:${await freePort()}`
    const folder = join(this.#folder, 'etcd')
    const urls = ['--listen-client-urls', url, '--advertise-client-urls', url, '--listen-peer-urls', peerUrl]
    const peers = ['--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`]
    this.#spawn(etcdPath, '--data-dir', folder, ...urls, ...peers)
    const isUp = () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isUp, 'The start of etcd')
  }

  async #startNode(name: string): Promise<Node> {
    const host = `127.0.0.1:${await freePort()}`
    const rest = `127.0.0.1:${await freePort()}`
    const folder = join(this.#folder, name)
    mkdirSync(folder)
    chmodSync(folder, 0o700)
    this.#own(folder)
    const file = join(this.#folder, `${name}.yaml`)
    writeFileSync(file, stringify(this.#settings({ name, host, rest, folder })))
    this.#own(file)
    this.#spawn(patroniPath, file)
    const node: Node = {
      name,
      host,
      restUrl: `http://${rest}`,
      url: `postgres://portal@${host}/portal`,
      query: (text, database = 'postgres') => queryAs(host, text, database),
    }
    this.nodes.push(node)
    return node
  }

  #settings({ name, host, rest, folder }: Record<'name' | 'host' | 'rest' | 'folder', string>): object {
    const trusted = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
    return {
      scope: 'portal',
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { hosts: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 5,
          synchronous_mode: true,
          postgresql: { parameters: { max_connections: 60 } },
        },
        initdb: [{ encoding: 'UTF8' }, { 'auth-host': 'trust' }, { 'auth-local': 'trust' }],
      },
      postgresql: {
        listen: host,
        connect_address: host,
        data_dir: join(folder, 'data'),
        pgpass: join(folder, 'pgpass'),
        bin_dir: this.#programs.postgres,
        // Otherwise the copy for the standby waits minutes for a checkpoint.
        basebackup: [{ checkpoint: 'fast' }],
        pg_hba: [...trusted, 'local all all trust'],
        authentication: {
          superuser: { username: 'postgres', password: 'local' },
          replication: { username: 'replicator', password: 'local' },
        },
        parameters: { unix_socket_directories: folder, fsync: 'off' },
      },
    }
  }
}
