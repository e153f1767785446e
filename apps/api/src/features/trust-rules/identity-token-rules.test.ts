import { describe, expect, it } from 'vitest'
import { claimsAsText, findProblems, lastUseOf, readIdentityToken, useKeyOf } from './identity-token-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const seconds = now.getTime() / 1_000
const rule = { audience: 'https://api.example.com', claims: { repository_id: '1001' } }

const claims = (more: Record<string, unknown> = {}) => ({
  aud: rule.audience,
  sub: 'repo:acme/infra',
  iat: seconds,
  exp: seconds + 300,
  repository_id: '1001',
  ...more,
})
const problemsOf = (more: Record<string, unknown>) =>
  findProblems({ issuer: 'https://issuer.example', claims: claims(more) }, rule, now).map(
    ({ claim }) => claim,
  )
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (payload: unknown) => `${encode({ alg: 'RS256' })}.${encode(payload)}.c2ln`

describe('findProblems', () => {
  it.each([
    ['a matching token', {}],
    ['the audience as a list of one', { aud: [rule.audience] }],
    ['a pinned number that equals the text', { repository_id: 1001 }],
    ['a lifetime of exactly 24 hours', { iat: seconds - 100, exp: seconds - 100 + 86_400 }],
    ['clocks that differ by up to 60 seconds', { iat: seconds + 60, nbf: seconds + 60, exp: seconds - 59 }],
  ])('accepts %s', (_, more) => expect(problemsOf(more)).toEqual([]))

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an expired token', { iat: seconds - 300, exp: seconds - 60 }, ['exp']],
    ['a token from the future', { iat: seconds + 61 }, ['iat']],
    ['a token that is not valid yet', { nbf: seconds + 61 }, ['nbf']],
    ['a lifetime above 24 hours', { exp: seconds + 86_401 }, ['exp']],
    ['no expiry', { exp: undefined }, ['exp']],
    ['no time of issue', { iat: undefined }, ['iat']],
    ['times as text', { iat: String(seconds), exp: String(seconds + 300), nbf: '0' }, ['iat', 'exp', 'nbf']],
    ['infinite times', { iat: Number.NEGATIVE_INFINITY, exp: Number.POSITIVE_INFINITY }, ['iat', 'exp']],
    ['another audience', { aud: 'https://other.example' }, ['aud']],
    ['a longer audience', { aud: `${rule.audience}/` }, ['aud']],
    ['two audiences', { aud: [rule.audience, 'https://other.example'] }, ['aud']],
    ['the audience twice', { aud: [rule.audience, rule.audience] }, ['aud']],
    ['no audience', { aud: undefined }, ['aud']],
    ['an empty list of audiences', { aud: [] }, ['aud']],
    ['a nested audience', { aud: [[rule.audience]] }, ['aud']],
    ['an empty subject', { sub: '' }, ['sub']],
    ['a blank subject', { sub: ' ' }, ['sub']],
    ['no subject', { sub: undefined }, ['sub']],
    ['a subject that is not a string', { sub: 7 }, ['sub']],
    ['a missing pin', { repository_id: undefined }, ['repository_id']],
    ['another value of a pin', { repository_id: '1002' }, ['repository_id']],
    ['a pin with a space', { repository_id: '1001 ' }, ['repository_id']],
    ['a pin with digits of another script', { repository_id: '１００１' }, ['repository_id']],
    ['a pin as a list', { repository_id: ['1001'] }, ['repository_id']],
    ['a pin as an object', { repository_id: { toString: '1001' } }, ['repository_id']],
    ['a pin as null', { repository_id: null }, ['repository_id']],
    ['a pin as an inexact number', { repository_id: 1001.5 }, ['repository_id']],
    [
      'a look-alike claim name',
      { repository_id: undefined, 'reposit\u043ery_id': '1001' },
      ['repository_id'],
    ],
  ])('refuses %s', (_, more, expected) => expect(problemsOf(more)).toEqual(expected))

  it('names the time from which a token would be valid', () => {
    const found = findProblems({ issuer: '', claims: claims({ nbf: seconds + 61 }) }, rule, now)
    expect(found).toMatchObject([{ claim: 'nbf', expected: `Not after ${now.toISOString()}` }])
  })

  it('accepts any one value of a list in the rule and names all of them otherwise', () => {
    const list = { ...rule, claims: { ref: ['refs/heads/main', 'refs/heads/release'] } }
    const check = (ref: unknown) => findProblems({ issuer: '', claims: claims({ ref }) }, list, now)
    expect(check('refs/heads/release')).toEqual([])
    expect(check('refs/heads/x')).toEqual([
      { claim: 'ref', expected: 'refs/heads/main or refs/heads/release', received: 'refs/heads/x' },
    ])
  })

  it('reads only own claims, so that names of object methods are absent', () => {
    const pinned = { ...rule, claims: { constructor: 'x', toString: 'y' } }
    const problems = findProblems({ issuer: '', claims: claims() }, pinned, now)
    expect(problems.map(({ received }) => received)).toEqual([null, null])
  })
})

describe('readIdentityToken', () => {
  it('returns issuer and claims', () => {
    expect(readIdentityToken(tokenOf({ iss: 'https://a.example', sub: 'x' }))).toEqual({
      issuer: 'https://a.example',
      claims: { iss: 'https://a.example', sub: 'x' },
    })
  })

  it.each([
    ['no token', ''],
    ['two parts', 'a.b'],
    ['four parts', 'a.b.c.d'],
    ['five parts', 'a.b.c.d.e'],
    ['no signature', tokenOf({ iss: 'https://a.example' }).replace(/[^.]*$/, '')],
    ['content that is not JSON', 'e30.eA.c2ln'],
    ['a list', tokenOf(['iss'])],
    ['null', tokenOf(null)],
    ['no issuer', tokenOf({ sub: 'x' })],
    ['an empty issuer', tokenOf({ iss: '' })],
    ['an issuer that is a list', tokenOf({ iss: ['https://a.example'] })],
    ['a long issuer', tokenOf({ iss: 'a'.repeat(501) })],
    ['an issuer with a NUL', tokenOf({ iss: 'https://a.example\0' })],
    ['an issuer with a lone surrogate', tokenOf({ iss: 'https://a.example\ud800' })],
    ['1 MB', tokenOf({ iss: 'https://a.example', x: 'a'.repeat(1_000_000) })],
  ])('returns undefined for %s', (_, token) => expect(readIdentityToken(token)).toBeUndefined())
})

describe('claimsAsText', () => {
  it('keeps texts, numbers and lists, and shortens or replaces everything else', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(
      claimsAsText({
        a: 'x'.repeat(600),
        b: 1.5,
        c: ['p', 1],
        d: deep,
        e: { f: 1 },
        g: null,
        h: 'z\0\ud800',
        i: `${'x'.repeat(498)}👩‍🚀`,
      }),
    ).toEqual({
      a: `${'x'.repeat(499)}…`,
      b: '1.5',
      c: 'p, 1',
      d: 'a nested value',
      e: 'a nested value',
      g: 'null',
      h: 'z\ufffd\ufffd',
      i: `${'x'.repeat(498)}…`,
    })
  })

  it('keeps at most 60 claims', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`claim${at}`, at]))
    expect(Object.keys(claimsAsText(many))).toHaveLength(60)
  })
})

describe('useKeyOf', () => {
  it('is the same for another signature of the same token, and differs by issuer and jti', () => {
    const token = { issuer: 'https://a.example', claims: {} }
    expect(useKeyOf(token, 'h.p.one')).toBe(useKeyOf(token, 'h.p.two'))
    expect(useKeyOf(token, 'h.p.one')).not.toBe(useKeyOf(token, 'h.q.one'))
    const withId = { ...token, claims: { jti: 'one' } }
    expect(useKeyOf(withId, 'h.p.one')).toBe(useKeyOf(withId, 'h.q.two'))
    expect(useKeyOf(withId, 'x')).not.toBe(useKeyOf({ ...withId, issuer: 'https://b.example' }, 'x'))
  })
})

it('lastUseOf includes the leeway', () => {
  expect(lastUseOf({ issuer: '', claims: { exp: seconds } }).getTime()).toBe(now.getTime() + 60_000)
})
