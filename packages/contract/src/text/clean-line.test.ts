import { describe, expect, it } from 'vitest'
import { cleanLine } from './clean-line.ts'

describe('cleanLine', () => {
  it.each([
    ['\u200b\ufeff Ada \u2060', 'Ada'],
    ['山田\u3000太郎', '山田 太郎'],
    ['Ada\u00a0Lovelace', 'Ada Lovelace'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['e\u0301', '\u00e9'],
    ['\u3164\u200b ', ''],
  ])('makes %j to %j', (text, stored) => expect(cleanLine(text)).toBe(stored))
})
