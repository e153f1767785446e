import { join } from 'node:path'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { JsonFile } from '../serving/json-file.ts'

interface Artifact {
  payload: AdapterPayload
  /** Unix time in milliseconds. If omitted, the artifact never expires. */
  expiresAtMs?: number
}

const isOver = ({ expiresAtMs }: Artifact) => expiresAtMs !== undefined && expiresAtMs <= Date.now()

/** Stores sessions, grants, codes and tokens of the OpenID provider in one file. Drops the expired ones at the start. */
export class ArtifactStore {
  readonly #file: JsonFile<Record<string, Artifact>>

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'oidc-artifacts.json'), {})
    this.#remove((_key, artifact) => isOver(artifact))
  }

  /** Returns the storage adapter for one kind of artifact. */
  adapter(kind: string): Adapter {
    const held = this.#file.value
    const keyOf = (id: string) => `${kind}:${id}`
    const payloadOf = (artifact: Artifact | undefined) =>
      artifact && !isOver(artifact) ? artifact.payload : undefined
    const findWhere = (field: 'uid' | 'userCode', value: string) =>
      payloadOf(
        Object.entries(held).find(
          ([key, { payload }]) => key.startsWith(keyOf('')) && payload[field] === value,
        )?.[1],
      )
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        const expiresAtMs = expiresInSeconds === undefined ? undefined : Date.now() + expiresInSeconds * 1000
        held[keyOf(id)] = { payload, expiresAtMs }
        this.#file.saveSoon()
      },
      find: async (id) => payloadOf(held[keyOf(id)]),
      findByUid: async (uid) => findWhere('uid', uid),
      findByUserCode: async (userCode) => findWhere('userCode', userCode),
      consume: async (id) => {
        const payload = payloadOf(held[keyOf(id)])
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
        this.#file.saveSoon()
      },
      destroy: async (id) => this.#remove((key) => key === keyOf(id)),
      revokeByGrantId: async (grantId) =>
        this.#remove((key, { payload }) => key.startsWith(keyOf('')) && payload.grantId === grantId),
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #remove(isWanted: (key: string, artifact: Artifact) => boolean): void {
    for (const [key, artifact] of Object.entries(this.#file.value))
      if (isWanted(key, artifact)) delete this.#file.value[key]
    this.#file.saveSoon()
  }
}
