import * as z from 'zod/mini'
import { cleanLine } from './clean-line.ts'
import { messages } from './messages.ts'
import { atMost, filled, isOneLine, isTooLong } from './text-rules.ts'

/** Longer texts are refused before the spaces around a name are removed. */
const maxWithSpaces = 1_000

/** A name of 1 to `max` characters after trimming. Any text of one line is allowed because the name is only displayed. */
export const displayedName = (max: number) =>
  z.string(messages.required).check(
    ...atMost(maxWithSpaces, messages.tooLong(max)),
    filled,
    z.refine((name) => !isTooLong(cleanLine(name), max), messages.tooLong(max)),
    z.refine((name) => isOneLine(cleanLine(name)), messages.oneLine),
  )
