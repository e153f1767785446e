import type { World } from './world.ts'

/** The observed behavior, and whether it was expected. */
export interface Seen {
  text: string
  isAsExpected: boolean
}

/** One row of the table. */
export interface Fault {
  name: string
  expected: string
  run: (world: World) => Promise<Seen>
}

/** Combines several observations. The result is as expected if all of them are. */
export function allSeen(...parts: Seen[]): Seen {
  return {
    text: parts.map(({ text }) => text).join('; '),
    isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
  }
}
