import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { emailKeysOf } from '../account/email-keys.ts'
import { messages } from '../messages.ts'
import { displayedName } from './displayed-name.ts'
import * as rules from './text-rules.ts'

declare const URL: new (text: string, base: string) => { origin: string; pathname: string }

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme' }),
)

const checks = {
  isUlid: rules.isUlid,
  isPersonName: rules.isPersonName,
  isTextField: rules.isTextField,
  isEmail: rules.isEmail,
  isDiscordUsername: rules.isDiscordUsername,
  isGithubUsername: rules.isGithubUsername,
  isHttpUrl: rules.isHttpUrl,
  isLocalPath: rules.isLocalPath,
} as const

const schemas = {
  personName: rules.personNameSchema,
  nickname: rules.nicknameSchema,
  discord: rules.discordUsernameSchema,
  github: rules.githubUsernameSchema,
  picture: rules.pictureUrlSchema,
  email: rules.emailSchema,
  displayName: rules.requiredTextField(500),
  description: rules.optionalTextField(5_000),
  instanceUrl: rules.instanceUrlSchema,
  localPath: rules.localPathSchema,
  day: rules.daySchema,
} as const

/** Texts that make a backtracking pattern slow: long runs that almost match. */
const million = 1_000_000
const hostile = [
  'a'.repeat(million),
  ' '.repeat(million),
  `${'a'.repeat(million)}\n`,
  `${'a.'.repeat(million / 2)}@`,
  `a@${'a.'.repeat(million / 2)}`,
  `a@${'-'.repeat(million)}`,
  '@'.repeat(million),
  `https://${'?'.repeat(million)} `,
  `https://${'a/'.repeat(million / 2)}\u0000`,
  `/${'\\'.repeat(million)}`,
  '-'.repeat(million),
  `${'a-'.repeat(million / 2)}-`,
  '..'.repeat(million / 2),
  `${'#'.repeat(million)}1234`,
  '\u0301'.repeat(million),
  '\ud800'.repeat(million),
]

describe('text rules', () => {
  it.each(Object.entries(checks))('%s returns a boolean for any text', (_, check) => {
    fc.assert(fc.property(anyText, (text) => typeof check(text) === 'boolean'))
  })

  // A pattern that backtracks would exceed the runner's timeout.
  it.each(Object.entries(checks))('%s handles a million characters in time', (_, check) => {
    for (const text of hostile) check(text)
  })

  it.each(Object.entries(schemas))(
    'the %s schema never throws and refuses a million characters in time',
    (_, schema) => {
      fc.assert(
        fc.property(
          fc.oneof(anyText, fc.anything()),
          (value) => typeof z.safeParse(schema, value).success === 'boolean',
        ),
      )
      for (const text of hostile) expect(z.safeParse(schema, text).success).toBe(false)
    },
  )
})

describe('isTooLong', () => {
  it('counts code points, as Zod does for the same limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '𝒜', '\ud835', '\udc9c', '\u0301'), maxLength: 40 })
    fc.assert(
      fc.property(text, fc.nat(40), (value, max) => {
        const isRefused = !z
          .string()
          .check(...rules.atMost(max))
          .safeParse(value).success
        expect(rules.isTooLong(value, max)).toBe(isRefused)
      }),
      { numRuns: 2_000 },
    )
  })

  it('counts a text in NFC too, in which one character can become three', () => {
    const nicknames = ['\ufb2c'.repeat(86), '\ufb2c'.repeat(85)]
    expect(nicknames.map((text) => rules.isTooLong(text, 256))).toEqual([true, false])
    expect(nicknames.map((text) => rules.nicknameSchema.safeParse(text).success)).toEqual([false, true])
    const addresses = [61, 60].map((length) => `a@${'\ufb2c'.repeat(length)}.${'\ufb2c'.repeat(23)}`)
    expect(addresses.map(rules.isEmail)).toEqual([false, true])
    expect(displayedName(100).safeParse('\ufb2c'.repeat(34)).success).toBe(false)
  })

  it.each([
    ['nickname', rules.nicknameSchema, 256, '<b>\r\n'],
    ['picture', rules.pictureUrlSchema, 2_048, 'javascript:alert(1)//'],
    ['email', rules.emailSchema, 254, 'a@b.co,c@d.co,e@f.co'],
    ['day', rules.daySchema, 40, 'today'],
  ])('checks a %s that exceeds the limit only in code units', (_, schema, max, hostile) => {
    const text = hostile + '𝒜'.repeat(max - hostile.length)
    expect(text.length).toBeGreaterThan(max)
    expect(schema.safeParse(text).success).toBe(false)
  })
})

describe('isPersonName', () => {
  it.each([
    '',
    'Ada',
    "O'Brien",
    'D’Arcy',
    'Jean-Luc',
    'J. R.',
    'a,b',
    'a_b',
    '+1',
    'R&D',
    'hey!',
    '#1',
    '(x)',
    'Łukasz',
    '李小龍',
    'علي',
    'नेहा',
    'e\u0301',
    '٣',
    'علی‌رضا',
    'ශ්‍රී',
    'Gal·la',
    '山田　太郎',
    'レオナルド・ディカプリオ',
    'O‘Brien',
    'Anne–Marie',
    'Anne‐Marie',
    'Ada\u00a0Lovelace',
    '葛\u{e0100}城',
    '\u200bAda\ufeff',
  ])('accepts %j', (text) => expect(rules.isPersonName(text)).toBe(true))
  it.each([
    'Ada\u200c1',
    '-\u200dAda',
    'A\u200c\u200cda',
    'A\u200bda',
    'A\u2060da',
    'A\u00adda',
    'A\u3164da',
    'A\u034fda',
    'A\u{e0100}da',
    'w\u200dww.x',
  ])('refuses %j', (text) => expect(rules.isPersonName(text)).toBe(false))
  it.each([
    'a@b',
    'a/b',
    'http://x',
    'www.x',
    'WWW.x',
    'wWw.x',
    'a:b',
    '<b>',
    '"a"',
    'a*b',
    'a;b',
    'a?b',
    'a\nb',
    'a\tb',
    '🚀',
    'a\u202eb',
    'a\u0000',
    '½',
    'a=b',
    '%',
    '$',
  ])('refuses %j', (text) => expect(rules.isPersonName(text)).toBe(false))

  it('accepts at most 256 characters', () => {
    expect(rules.isPersonName('a'.repeat(256))).toBe(true)
    expect(rules.isPersonName('a'.repeat(257))).toBe(false)
  })

  it('never accepts text that looks like a web or email address', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (rules.isPersonName(text)) expect(text).not.toMatch(/:\/\/|@|\/|www\./i)
      }),
    )
  })
})

describe('isTextField', () => {
  it.each([
    '',
    'My workspace 2',
    '-.,_@/+ ',
    'Grüße',
    'नेहा',
    '٣',
    'علی‌رضا',
    'Gal·la',
    'レオ・カー',
    '本番　環境',
    'a\u00a0b',
  ])('accepts %j', (text) => expect(rules.isTextField(text)).toBe(true))
  it.each([
    "it's",
    'a&b',
    'a!',
    '(a)',
    '#1',
    'a:b',
    'a\nb',
    '<b>',
    '🚀',
    'a\u200bb',
    'a·',
    '· b',
    '1\u200d2',
    'it’s',
    'a\\b',
    '½',
  ])('refuses %j', (text) => expect(rules.isTextField(text)).toBe(false))
})

describe('isDiscordUsername', () => {
  it.each(['ab', 'a.b', 'a_b', 'A1', 'a'.repeat(32), 'name#1234', 'some name#0001', 'xdiscord', 'éa#1234'])(
    'accepts %j',
    (text) => expect(rules.isDiscordUsername(text)).toBe(true),
  )
  it.each([
    ...[
      '',
      'a',
      'a'.repeat(33),
      'a..b',
      'a b',
      'a-b',
      'é',
      'name#123',
      'name#12345',
      'name#abcd',
      '#1234',
      'a#1234',
      'a#b#1234',
    ],
    ...[
      'discord',
      'discordia',
      'Discord',
      'here',
      'hereafter',
      'everyone',
      'everyone#1234',
      'a@b#1234',
      'a:b#1234',
      '１２',
    ],
  ])('refuses %j', (text) => expect(rules.isDiscordUsername(text)).toBe(false))
})

describe.each([
  ['A Discord username', rules.discordUsernameSchema, 41, messages.discord],
  ['A GitHub username', rules.githubUsernameSchema, 40, messages.github],
] as const)('%s', (_what, schema, length, message) => {
  it.each([length, 1_000_000])(`is refused with only '${message}' at %i characters`, (size) => {
    const issues = schema.safeParse('a'.repeat(size)).error?.issues ?? []
    expect(issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('isGithubUsername', () => {
  it.each(['a', 'A1', 'a-b', 'a-b-c', 'a'.repeat(39)])('accepts %j', (text) =>
    expect(rules.isGithubUsername(text)).toBe(true),
  )
  it.each(['', '-', '-a', 'a-', 'a--b', 'a_b', 'a.b', 'a b', 'é', 'a'.repeat(40), 'a\n'])(
    'refuses %j',
    (text) => expect(rules.isGithubUsername(text)).toBe(false),
  )
})

describe('isEmail', () => {
  it.each([
    'a@b.co',
    'A.B+c@sub.example.com',
    "o'neil@example.com",
    'üser@bücher.example',
    'a@xn--bcher-kva.example',
    '用户@例え.jp',
  ])('accepts %j', (text) => expect(rules.isEmail(text)).toBe(true))
  it.each([
    ...[
      '',
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@@b.co',
      'a@b@c.co',
      'a b@c.co',
      'a@b c.co',
      'a@.co',
      'a@b.',
      'a@b..co',
      'a@-b.co',
      'a@b-.co',
    ],
    ...[
      'a@b.co\n',
      '<a@b.co>',
      'a,b@c.co',
      'a@b.co,c@d.co',
      'a;b@c.co',
      '"a"@b.co',
      'a@[127.0.0.1]',
      'a\u0000@b.co',
      'a@b_c.co',
    ],
    ...['a@b.co\u0000', 'a\r\nBcc: x@y.co', `${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(250)}.co`],
  ])('refuses %j', (text) => expect(rules.isEmail(text)).toBe(false))
})

describe('a required name', () => {
  it('has a visible character', () => {
    for (const text of ['\u200b', '\u3164', ' \u00ad '])
      expect(rules.nicknameSchema.safeParse(text).error?.issues[0]?.message).toBe(messages.required)
  })
})

describe('an email address', () => {
  it('may have invisible characters around it, which are not part of it', () => {
    expect(rules.emailSchema.safeParse('\u200bada@example.com\u200b\u00a0').success).toBe(true)
    expect(rules.normalizeEmail('\ufeffAda@Example.com\u200b')).toBe('ada@example.com')
    expect(rules.emailSchema.safeParse('a\u200bda@example.com').success).toBe(false)
  })
})

describe('normalizeEmail', () => {
  it('trims, lower-cases and converts to NFC', () => {
    expect(rules.normalizeEmail('  JOSE\u0301@Example.com ')).toBe('jos\u00e9@example.com')
  })

  it.each([
    ['x@m\u00fcnchen.example', 'x@xn--mnchen-3ya.example'],
    ['X@XN--MNCHEN-3YA.Example', 'x@xn--mnchen-3ya.example'],
    ['x@\uff45xample.com', 'x@example.com'],
    ['\u00fc@example.com', '\u00fc@example.com'],
    ['m\u00fcnchen', 'm\u00fcnchen'],
  ])('compares the domain of %s in its ASCII form', (email, key) => {
    expect(rules.normalizeEmail(email)).toBe(key)
  })

  it('is idempotent for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = rules.normalizeEmail(text)
        expect(rules.normalizeEmail(once)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('emailKeysOf also returns the key of an earlier release, which kept the domain as it was typed', () => {
  expect(emailKeysOf(' X@M\u00fcnchen.example')).toEqual([
    'x@xn--mnchen-3ya.example',
    'x@m\u00fcnchen.example',
  ])
  expect(emailKeysOf('x@example.com')).toEqual(['x@example.com'])
})

describe('isHttpUrl', () => {
  it.each([
    'http://a',
    'https://a.example/x.png?y=1#z',
    'https://a.example:8080',
    'https://s.gravatar.com/avatar/x?d=https%3A%2F%2Fy',
  ])('accepts %j', (text) => expect(rules.isHttpUrl(text)).toBe(true))
  it.each([
    ...[
      '',
      'a',
      '//a',
      'ftp://a',
      'https://ftp://a',
      'https://a:',
      'javascript:alert(1)',
      'data:image/png,x',
      'https://',
      'https://?',
      'https://#',
      'https:///x',
    ],
    ...[
      'https://u@a',
      'https://u:p@a',
      'https://a b',
      'https://a/\nb',
      'https://a\\b',
      ' https://a',
      'https://a/\u0000',
      'https://a\u0000b/',
    ],
  ])('refuses %j', (text) => expect(rules.isHttpUrl(text)).toBe(false))
})

describe('isLocalPath', () => {
  it.each(['/', '/a', '/a/b?c=//d#e', '/%2F%2Fa', '/ä', '/a b'])('accepts %j', (text) =>
    expect(rules.isLocalPath(text)).toBe(true),
  )
  it.each([
    '',
    'a',
    '//a',
    '/\\a',
    '\\/a',
    '///a',
    '/\t/a',
    '/\n/a',
    '/a\u0000',
    '/a\\b',
    'https://a',
    ' /a',
    '/\u0085a',
    '/.//evil.example',
    '/%2e//evil.example',
    '/a/../..//evil.example',
    '/\u202ea',
    '/\ud800',
  ])('refuses %j', (text) => expect(rules.isLocalPath(text)).toBe(false))

  it('never accepts a path that resolves to another host', () => {
    const path = fc.oneof(
      anyText,
      anyText.map((text) => `/${text}`),
      fc.string({ unit: fc.constantFrom('/', '\\', '.', '%2e', '\t', '@', ':', 'a') }),
    )
    fc.assert(
      fc.property(path, (text) => {
        if (rules.isLocalPath(text))
          expect(new URL(text, 'https://own.example')).toMatchObject({
            origin: 'https://own.example',
            pathname: expect.stringMatching(/^\/(?!\/)/),
          })
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('messages', () => {
  const messageOf = (schema: z.ZodMiniType, value: unknown) =>
    z.safeParse(schema, value).error?.issues[0]?.message

  it('match the specification word for word', () => {
    expect(messageOf(rules.nicknameSchema, ' ')).toBe('This field is required')
    expect(messageOf(rules.nicknameSchema, undefined)).toBe('This field is required')
    expect(messageOf(rules.emailSchema, 'x')).toBe('Invalid email')
    expect(messageOf(rules.pictureUrlSchema, 'x')).toBe('Invalid URL')
    expect(messageOf(rules.discordUsernameSchema, 'x')).toBe('Invalid discord tag')
    expect(messageOf(rules.githubUsernameSchema, '-')).toBe('Invalid github username')
    expect(messageOf(rules.requiredTextField(500), 'a'.repeat(501))).toBe(
      'Your input cannot be more than 500 characters long.',
    )
    expect(messages.timeString).toBe('Invalid time string')
    expect(messages.pattern).toBe('This field is invalid')
    expect(messages.managedRemoteUrl).toBe(
      'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
    )
    expect(messages.localRemoteUrl).toBe(
      'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
    )
  })
})

it('isUlid accepts 26 unambiguous letters and digits, and nothing else', () => {
  expect(rules.isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(true)
  for (const text of [
    '',
    '01ARZ3NDEKTSV4RRFFQ69G5FA',
    '81ARZ3NDEKTSV4RRFFQ69G5FAV',
    '01ARZ3NDEKTSV4RRFFQ69G5FAI',
    '01ARZ3NDEKTSV4RRFFQ69G5FAU',
  ])
    expect(rules.isUlid(text)).toBe(false)
})
