import { JsonFile } from '../serving/json-file.ts'

/** On, off, or the name of a variant. */
export type FlagValue = boolean | string
export type Flags = Record<string, FlagValue>

interface Held {
  everybody: Flags
  users: Record<string, Flags>
}

export function readFlags(value: unknown): Flags | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const isFine = entries.every(([, flag]) => typeof flag === 'boolean' || typeof flag === 'string')
  return isFine ? (Object.fromEntries(entries) as Flags) : undefined
}

/** The flags, for all users and for single users. Restarts keep them. */
export class FlagStore {
  readonly #file: JsonFile<Held>

  private constructor(file: JsonFile<Held>) {
    this.#file = file
  }

  static async open(path: string): Promise<FlagStore> {
    return new FlagStore(await JsonFile.open({ path, initial: () => ({ everybody: {}, users: {} }) }))
  }

  get all(): Readonly<Held> {
    return this.#file.value
  }

  /** Replaces the flags of all users, or of one user. Removes flags that aren't given. */
  async set(flags: Flags, userId?: string): Promise<void> {
    const held = this.#file.value
    if (userId === undefined) held.everybody = flags
    else if (Object.keys(flags).length === 0) delete held.users[userId]
    else held.users[userId] = flags
    await this.#file.save()
  }

  /** Returns a user's flags, which override the flags of all users. */
  of(userId: string): Flags {
    const { everybody, users } = this.#file.value
    return { ...everybody, ...(Object.hasOwn(users, userId) ? users[userId] : {}) }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
