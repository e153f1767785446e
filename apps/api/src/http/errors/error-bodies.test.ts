/** The shape of error bodies, for the portal and for the platform's other clients. See docs/product/errors.md#error-bodies. */
import { calls } from '@portal/contract/calls'
import { errorBodySchema, plainErrorBodySchema } from '@portal/contract/errors'
import { members } from '@portal/contract/members/members'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { callAt, makeScene } from '../../testing/hostile-scene.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'

const test = useTestApp()
const limited = useTestApp({ RATE_LIMIT_FACTOR: '0.001' })

describe('every error body', () => {
  it('repeats its type as kind and its message at the top level', async () => {
    const scene = await makeScene(test)
    for (const call of calls.filter(({ access }) => access.credentials.length > 0)) {
      const response = await callAt(test, scene, call)
      if (response.statusCode === 302) continue
      const { kind, message, error } = response.json()
      const sentence = call.hasPlainErrors ? error : error.message
      expect.soft({ kind, message }, call.name).toEqual({ kind: 'NotSignedIn', message: sentence })
    }
  })

  it('repeats them even for a URL that matches no call', async () => {
    for (const url of ['/nowhere', '/%', '/users/%zz/complete-profile']) {
      const { error, kind, message } = errorBodySchema.parse((await test.app.inject({ url })).json())
      expect({ kind, message }, url).toEqual({ kind: error.type, message: error.message })
    }
  })
})

describe('a refused invitation', () => {
  const path = ({ params }: Team) => `/workspace/${params.workspaceId}/members`
  const body = { email: 'new@example.com' }

  /** Returns status and type, and checks that the body has the plain shape. */
  function outcome(response: { statusCode: number; json: () => unknown }) {
    const { error, type, kind, message } = plainErrorBodySchema.parse(response.json())
    expect({ type, message }).toEqual({ type: kind, message: error })
    expect(error).toMatch(/^\S.*\S$/)
    return `${response.statusCode} ${kind}`
  }

  it('has a plain sentence as error, for every status', async () => {
    const team = await makeTeam(test)
    const stranger = await makeSignedIn(test)
    const post = (as: { session?: string }, payload: string | object, headers: Record<string, string> = {}) =>
      test.app.inject({
        method: 'POST',
        url: path(team),
        headers: { ...test.headersOf(as), ...headers },
        payload,
      })
    const json = { 'content-type': 'application/json' }
    expect(outcome(await post(team.owner, { email: 'nobody' }))).toBe('400 ValidationError')
    expect(outcome(await post(team.owner, '{"email":', json))).toBe('400 ValidationError')
    expect(outcome(await post({}, body))).toBe('401 NotSignedIn')
    expect(outcome(await post(team.owner, body, { origin: 'https://evil.example' }))).toBe(
      '403 CrossSiteRequest',
    )
    expect(outcome(await post(team.editor, body))).toBe('403 NotAllowed')
    expect(outcome(await post(stranger, body))).toBe('404 NotFound')
    expect(outcome(await post(team.owner, { email: 'editor@example.com' }))).toBe('409 AlreadyMember')
    expect(outcome(await post(team.owner, { email: 'a'.repeat(70_000) }))).toBe('413 PayloadTooLarge')
    expect(outcome(await post(team.owner, 'email=x', { 'content-type': 'text/plain' }))).toBe(
      '415 UnsupportedMediaType',
    )
  })

  it('has a plain sentence and Retry-After when the rate limit is exceeded', async () => {
    const team = await makeTeam(limited)
    const send = (email: string) =>
      limited.app.inject({
        method: 'POST',
        url: path(team),
        headers: limited.headersOf(team.owner),
        payload: { email },
      })
    expect((await send('first@example.com')).statusCode).toBe(200)
    const refused = await send('second@example.com')
    expect(outcome(refused)).toBe('429 TooManyRequests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('lists the invalid fields and the roles that may invite, alongside the sentence', async () => {
    const team = await makeTeam(test)
    const { params } = team
    const invalid = await test.send(members.invite, { params, body: { email: 'nobody' } }, team.owner)
    expect(invalid.body).toMatchObject({
      error: 'Invalid email',
      issues: [{ path: 'email', message: 'Invalid email' }],
    })
    const refused = await test.send(members.invite, { params, body }, team.editor)
    expect(refused.body).toMatchObject({ roles: ['OWNER', 'APPROVER'] })
  })
})
