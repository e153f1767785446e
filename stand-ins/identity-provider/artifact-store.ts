import { join } from 'node:path'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { JsonFile } from '../serving/json-file.ts'

interface Artifact {
  payload: AdapterPayload
  /** Unix time in milliseconds. If omitted, the artifact never expires. */
  expiresAtMs?: number
}

const sweepEveryMs = 60_000

/** Stores sessions, grants, codes and tokens of the OpenID provider in one file, and removes expired ones. */
export class ArtifactStore {
  readonly #file: JsonFile<Record<string, Artifact>>
  readonly #sweeper: NodeJS.Timeout

  private constructor(file: JsonFile<Record<string, Artifact>>) {
    this.#file = file
    this.sweep()
    this.#sweeper = setInterval(() => this.sweep(), sweepEveryMs)
    this.#sweeper.unref()
  }

  static async open(folder: string): Promise<ArtifactStore> {
    const path = join(folder, 'oidc-artifacts.json')
    return new ArtifactStore(await JsonFile.open({ path, initial: () => ({}), mode: 0o600 }))
  }

  sweep(): void {
    const now = Date.now()
    for (const [key, artifact] of Object.entries(this.#file.value)) {
      if (artifact.expiresAtMs !== undefined && artifact.expiresAtMs <= now) this.#remove(key)
    }
  }

  /** Returns the storage adapter for one kind of artifact. */
  adapter(kind: string): Adapter {
    const key = (id: string) => `${kind}:${id}`
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const expiresAtMs = expiresInSeconds === undefined ? undefined : Date.now() + expiresInSeconds * 1000
        this.#file.value[key(id)] = { payload, expiresAtMs }
        this.#file.saveSoon()
      },
      find: async (id) => this.#find(key(id)),
      findByUid: async (uid) => this.#findWhere(kind, (payload) => payload.uid === uid),
      findByUserCode: async (userCode) => this.#findWhere(kind, (payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = this.#find(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
        this.#file.saveSoon()
      },
      destroy: async (id) => this.#remove(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, artifact] of Object.entries(this.#file.value)) {
          if (name.startsWith(`${kind}:`) && artifact.payload.grantId === grantId) this.#remove(name)
        }
      },
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await this.#file.close()
  }

  #find(key: string): AdapterPayload | undefined {
    const artifact = this.#file.value[key]
    if (artifact?.expiresAtMs !== undefined && artifact.expiresAtMs <= Date.now()) return undefined
    return artifact?.payload
  }

  #findWhere(kind: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    const key = Object.keys(this.#file.value).find(
      (name) => name.startsWith(`${kind}:`) && matches(this.#file.value[name]?.payload ?? {}),
    )
    return key === undefined ? undefined : this.#find(key)
  }

  #remove(key: string): void {
    delete this.#file.value[key]
    this.#file.saveSoon()
  }
}
