import type { World } from './world.ts'

/** What happened, in words, and whether it is what was expected. */
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

/** Joins what was seen of several things: all of it must be as expected. */
export function allSeen(...parts: Seen[]): Seen {
  return {
    text: parts.map(({ text }) => text).join('; '),
    isAsExpected: parts.every(({ isAsExpected }) => isAsExpected),
  }
}
