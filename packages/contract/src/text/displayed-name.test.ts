import { describe, expect, it } from 'vitest'
import { cleanLine } from './clean-line.ts'
import { displayedName, lookAlikeKey } from './displayed-name.ts'
import { isPersonName, nicknameSchema, requiredTextField } from './text-rules.ts'

const isFine = (name: string) => displayedName(100).safeParse(name).success

describe('A displayed name', () => {
  it.each(['Deploy bot', 'デプロイ', '❤️ deploys', '👩‍💻 team', 'می‌خواهم', ' padded ', '\u200bpasted\u3164'])(
    'can be %j',
    (name) => expect(isFine(name)).toBe(true),
  )

  it.each([
    '',
    '  ',
    '\u3164',
    '\u034f',
    '\u200b \u2060',
    '\u2800',
    'Deploy\u200bbot',
    'a\u3164b',
    'a\u202eb',
  ])('cannot be %j', (name) => expect(isFine(name)).toBe(false))

  it('is stored without the spaces and invisible characters around it', () => {
    expect(cleanLine(' \u200b\ufeffDeploy bot\u3164\n')).toBe('Deploy bot')
  })
})

describe('Names that look the same', () => {
  it.each([
    ['Deploy', 'dEPLOY'],
    ['Deploy', 'Ｄｅｐｌｏｙ'],
    ['Deploy', 'De\u200dploy'],
    ['a b', 'a\u00a0 b'],
  ])('have one key: %j and %j', (left, right) => expect(lookAlikeKey(left)).toBe(lookAlikeKey(right)))

  it('differ from names that look different', () =>
    expect(lookAlikeKey('deploy1')).not.toBe(lookAlikeKey('deploy2')))
})

describe('Required names and texts', () => {
  it.each(['\u3164', '\u034f', 'ㅤㅤ'])('are not filled by the invisible text %j', (text) => {
    expect(nicknameSchema.safeParse(text).success).toBe(false)
    expect(requiredTextField(100).safeParse(text).success).toBe(false)
    expect(isPersonName(text)).toBe(false)
  })
})
