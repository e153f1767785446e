import { join } from 'node:path'
import * as z from 'zod/mini'
import { JsonFile } from '../serving/json-file.ts'

/** Each flag is on, off, or the name of a variant. */
export const flagsShape = z.record(
  z.string(),
  z.union([z.boolean(), z.string()], 'A flag is true, false, or the name of a variant.'),
  'Flags are an object, such as {"ADMIN_PAGE": true}.',
)
export type Flags = z.infer<typeof flagsShape>

/** The flags, for all users and for single users. Restarts keep them. */
export class FlagStore {
  readonly #file: JsonFile<{ everybody: Flags; users: Record<string, Flags> }>

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'flags.json'), { everybody: {}, users: {} })
  }

  get all() {
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
