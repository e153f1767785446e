import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { cleanLine } from './clean-line.ts'
import { atMost, filled, isOneLine, isTooLong } from './text-rules.ts'

/** Longer texts are refused before the spaces around a name are removed. */
const maxWithSpaces = 1_000

/** Joiners and variation selectors are not among them, because emoji and some scripts need them within a name. */
const invisible = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2060-\u206F\u2800\u3164\uFEFF\uFFA0`
const invisibleWithin = new RegExp(`[${invisible}]`, 'u')

/** Equal for names that look the same: without regard to case, width, spacing and invisible characters. */
export const lookAlikeKey = (name: string): string =>
  cleanLine(name)
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .normalize('NFKC')

/**
 * A name of 1 to `max` characters after `cleanLine`. Any text of one line without invisible characters is allowed because the name
 * is only displayed.
 */
export const displayedName = (max: number) =>
  z.string(messages.required).check(
    ...atMost(maxWithSpaces, messages.tooLong(max)),
    filled,
    z.refine((name) => !isTooLong(cleanLine(name), max), messages.tooLong(max)),
    z.refine((name) => isOneLine(cleanLine(name)), messages.oneLine),
    z.refine((name) => !invisibleWithin.test(cleanLine(name)), 'Remove the invisible characters'),
  )
