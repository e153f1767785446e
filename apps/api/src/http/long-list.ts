/** Long lists let other requests run between decoding and serializing, each of which can take several milliseconds. */
import { setImmediate } from 'node:timers/promises'

const longList = 100

export const isLong = (rows: unknown): boolean => Array.isArray(rows) && rows.length > longList

/** Whether an answer is a long list or has one as a field. */
export const hasLongList = (answer: object): boolean => isLong(answer) || Object.values(answer).some(isLong)

/** Resolves when requests that have arrived in the meantime have run. */
export const nextTurn = (): Promise<void> => setImmediate()
