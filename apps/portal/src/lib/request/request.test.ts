import { publicAccess } from '@portal/contract/access'
import { account } from '@portal/contract/account/account'
import { endpoint } from '@portal/contract/endpoint'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { serverNow } from '@portal/ui/lib/server-clock'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { fakeApi } from '../../testing/fake-api.ts'
import { person, workspace } from '../../testing/people.ts'
import { pageSession } from './page-session.ts'
import { request } from './request.ts'
import { RequestError } from './request-error.ts'
import { transport } from './transport.ts'

const user = person()
const params = { userId: user.id }
const save = (nickname: string, options = {}) =>
  request(account.update, { params, body: { nickname } }, options)

const upload = endpoint({
  name: 'files.upload',
  method: 'POST',
  path: '/files',
  access: publicAccess,
  body: z.instanceof(FormData),
  success: { status: 204 },
  summary: 'Takes a file.',
  docs: 'docs/product/errors.md#answers',
})

describe('request on the wire', () => {
  it('has a 26-character request ulid and trace headers', async () => {
    const api = fakeApi()
    api.reply(account.whoami, { user })
    await request(account.whoami, {})
    const [sent] = api.requests(account.whoami)
    expect(sent?.headers['request-ulid']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(sent?.headers.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/)
  })

  it('sends the parameters of a read as the query string', async () => {
    const api = fakeApi()
    api.reply(workspaces.list, [])
    await request(workspaces.list, { query: { limit: '5' } })
    expect(api.requests(workspaces.list)[0]).toMatchObject({ query: { limit: '5' }, body: undefined })
  })

  it('follows the Link header of a list until its last page', async () => {
    const api = fakeApi()
    const [one, two, three] = [workspace({ id: '1' }), workspace({ id: '2' }), workspace({ id: '3' })]
    api.replyInPages(workspaces.list, [[one], [two], [three]])
    expect(await request(workspaces.list, { query: {} })).toEqual([one, two, three])
    expect(api.requests(workspaces.list).map(({ query }) => query)).toEqual([
      {},
      { after: '1' },
      { after: '2' },
    ])
  })

  it('does not follow the Link header of a requested page', async () => {
    const api = fakeApi()
    api.replyInPages(workspaces.list, [[workspace()], [workspace()]])
    expect(await request(workspaces.list, { query: { limit: '1' } })).toHaveLength(1)
    expect(api.requests(workspaces.list)).toHaveLength(1)
  })

  it('includes the same ulid in the payload of a write, even one without a body', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    api.reply(account.resendEmailVerification, undefined)
    await save('Countess')
    await request(account.resendEmailVerification, { params })
    const [update] = api.requests(account.update)
    const [resend] = api.requests(account.resendEmailVerification)
    expect(update?.body).toEqual({ nickname: 'Countess', requestUlid: update?.headers['request-ulid'] })
    expect(resend?.body).toEqual({ requestUlid: resend?.headers['request-ulid'] })
  })

  it('leaves the payload unchanged when the ulid is sent only in the header', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    await save('Countess', { isUlidInHeadersOnly: true })
    expect(api.requests(account.update)[0]?.body).toEqual({ nickname: 'Countess' })
  })

  it('sends form data as multipart with the ulid as a field', async () => {
    const api = fakeApi()
    api.reply(upload, undefined)
    const form = new FormData()
    form.append('file', new Blob(['text']), 'a.txt')
    await request(upload, { body: form })
    const [sent] = api.requests(upload)
    const body = sent?.body
    expect(body instanceof FormData && body.get('requestUlid')).toBe(sent?.headers['request-ulid'])
    expect(form.has('requestUlid')).toBe(false)
    expect(sent?.headers).not.toHaveProperty('content-type')
  })

  it('sends cookies and the XSRF header to the API origin, without a timeout', async () => {
    await cookieStore.set('XSRF-TOKEN', encodeURIComponent('a/b=c'))
    onTestFinished(() => cookieStore.delete('XSRF-TOKEN'))
    fakeApi().reply(account.update, { user })
    const wire = vi.spyOn(transport, 'fetch')
    await save('Countess')
    const [url, init] = wire.mock.lastCall ?? []
    expect(url).toBe(`http://localhost:9001/users/${user.id}`)
    expect(init).toMatchObject({
      method: 'PATCH',
      credentials: 'include',
      headers: { 'X-XSRF-TOKEN': 'a/b=c', 'content-type': 'application/json' },
    })
    expect(init).not.toHaveProperty('signal')
    expect(transport.timeoutMs).toBe(0)
    wire.mockRestore()
  })

  it('sends no XSRF header without the cookie, and no body with a read', async () => {
    await cookieStore.set('NOT-XSRF-TOKEN', 'x')
    onTestFinished(() => cookieStore.delete('NOT-XSRF-TOKEN'))
    const api = fakeApi()
    api.reply(workspaces.list, [])
    await request(workspaces.list, { query: { limit: undefined } })
    const [sent] = api.requests(workspaces.list)
    expect(sent?.headers).not.toHaveProperty('X-XSRF-TOKEN')
    expect(sent).toMatchObject({ query: {}, body: undefined })
  })

  it('uses the XSRF token of the last /whoami rather than a cookie that another application may have set', async () => {
    await cookieStore.set('XSRF-TOKEN', 'of-another-application')
    onTestFinished(() => cookieStore.delete('XSRF-TOKEN'))
    const api = fakeApi()
    api.answer(account.whoami, 200, { user }, { 'X-XSRF-TOKEN': 'own' })
    api.reply(account.update, { user })
    await request(account.whoami, {})
    await save('Countess')
    expect(api.requests(account.update)[0]?.headers['X-XSRF-TOKEN']).toBe('own')
  })

  it('repeats a write once with a new XSRF token when the API refuses the previous one', async () => {
    const api = fakeApi()
    api.answer(account.whoami, 200, { user }, { 'X-XSRF-TOKEN': 'first' })
    await request(account.whoami, {})
    api.refuse(account.update, 'CrossSiteRequest')
    api.answer(account.whoami, 200, { user }, { 'X-XSRF-TOKEN': 'second' })
    await expect(save('Countess')).rejects.toMatchObject({ code: 'CrossSiteRequest' })
    const sent = api.requests(account.update).map(({ headers }) => headers['X-XSRF-TOKEN'])
    expect(sent).toEqual(['first', 'second'])
    await expect(save('Countess')).rejects.toMatchObject({ code: 'CrossSiteRequest' })
    expect(api.requests(account.update)).toHaveLength(3)
  })

  it('takes the time of the server from its answers', async () => {
    const ahead = new Date(Date.now() - 7_200_000)
    const api = fakeApi()
    api.answer(account.whoami, 200, { user }, { date: ahead.toUTCString() })
    await request(account.whoami, {})
    expect(Math.abs(serverNow().getTime() - ahead.getTime())).toBeLessThan(60_000)
  })

  it('names the account of the page in writes only', async () => {
    pageSession.accountId = user.id
    const api = fakeApi()
    api.reply(account.whoami, { user })
    api.reply(account.update, { user })
    await request(account.whoami, {})
    await save('Countess')
    expect(api.requests(account.whoami)[0]?.headers).not.toHaveProperty('x-account-id')
    expect(api.requests(account.update)[0]?.headers['x-account-id']).toBe(user.id)
  })

  it('works in a page that may not read cookies', async () => {
    const cookies = vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('The document is sandboxed.', 'SecurityError')
    })
    const api = fakeApi()
    api.reply(account.update, { user })
    await expect(save('Countess')).resolves.toEqual({ user })
    cookies.mockRestore()
  })

  it('waits for the configured delay before sending', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.reply(account.update, { user })
    const pending = save('Countess', { delayMs: 1_000 })
    await vi.advanceTimersByTimeAsync(999)
    expect(api.requests(account.update)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    await pending
    expect(api.requests(account.update)).toHaveLength(1)
  })
})

describe('identical write', () => {
  it('is not sent again while the first is pending', async () => {
    const api = fakeApi()
    const held = api.hold(account.update)
    const first = save('Countess')
    expect(save('Countess')).toBe(first)
    const other = save('Ada')
    expect(other).not.toBe(first)
    held.release({ user })
    await Promise.all([first, other])
    expect(api.requests(account.update)).toHaveLength(2)
  })

  it('is sent again after the first has completed', async () => {
    const api = fakeApi()
    api.reply(account.update, { user })
    await save('Countess')
    await save('Countess')
    expect(api.requests(account.update)).toHaveLength(2)
  })

  it('is sent again with other form data, which cannot be compared', async () => {
    const api = fakeApi()
    const held = api.hold(upload)
    const responses = [new FormData(), new FormData()].map((body) => request(upload, { body }))
    held.release(undefined)
    await Promise.all(responses)
    expect(api.requests(upload)).toHaveLength(2)
  })
})

describe('repeated creation', () => {
  const create = (displayName: string) =>
    request(workspaces.create, { body: { displayName, instanceUrl: 'http://localhost:8080' } })
  const created = { workspaces: [workspace()], newWorkspaceId: workspace().id }
  const ulids = (api: ReturnType<typeof fakeApi>) =>
    new Set(api.requests(workspaces.create).map(({ headers }) => headers['request-ulid']))

  it('has the same ulid after a lost response and a 5xx, so that nothing is created twice', async () => {
    const api = fakeApi()
    api.disconnect(workspaces.create)
    await expect(create('Fresh')).rejects.toThrow()
    api.refuse(workspaces.create, 'DatabaseUnavailable')
    await expect(create('Fresh')).rejects.toThrow()
    api.reply(workspaces.create, created)
    await create('Fresh')
    expect(ulids(api).size).toBe(1)
  })

  it('has a new ulid after a success, after a refusal and with a different payload', async () => {
    const api = fakeApi()
    api.refuse(workspaces.create, 'LimitReached')
    await expect(create('Fresh')).rejects.toThrow()
    api.reply(workspaces.create, created)
    await create('Fresh')
    await create('Fresh')
    api.disconnect(workspaces.create)
    await expect(create('Fresh')).rejects.toThrow()
    api.reply(workspaces.create, created)
    await create('Other')
    expect(ulids(api).size).toBe(5)
  })
})

describe('canceled read', () => {
  it('rejects, and is aborted on the wire', async () => {
    const api = fakeApi()
    api.hold(workspaces.list)
    const controller = new AbortController()
    const canceled = request(workspaces.list, { query: {} }, { signal: controller.signal })
    controller.abort()
    await expect(canceled).rejects.toMatchObject({ status: undefined, message: 'Request aborted' })
    expect(api.requests(workspaces.list)).toMatchObject([{ isCanceled: true }])
  })

  it('keeps its time limit', async () => {
    fakeApi().hold(workspaces.list)
    transport.timeoutMs = 1
    onTestFinished(() => {
      transport.timeoutMs = 0
    })
    const { signal } = new AbortController()
    await expect(request(workspaces.list, { query: {} }, { signal })).rejects.toThrow(
      'timeout of 1ms exceeded',
    )
  })
})

describe('failed request', () => {
  const failure = (answer: { status: number; body?: unknown; fallback: string }) =>
    new RequestError(answer).message

  it('has the message of the response, or its status text', () => {
    expect(failure({ status: 409, body: { error: 'Invited already' }, fallback: 'Conflict' })).toBe(
      'Invited already',
    )
    expect(
      failure({ status: 409, body: { error: { message: 'Taken' }, message: 'x' }, fallback: 'Conflict' }),
    ).toBe('Taken')
    expect(failure({ status: 500, body: { message: 'Broken' }, fallback: 'Oops' })).toBe('Broken')
    expect(failure({ status: 502, body: '<html>', fallback: 'Bad Gateway' })).toBe('Bad Gateway')
    expect(failure({ status: 502, fallback: '' })).toBe('Request failed with status code 502')
  })

  it('has the type, request id and issues of a response whose error is a plain message', () => {
    const issues = [{ path: 'email', message: 'Invalid email' }]
    const facts = { type: 'ValidationError', requestId: '01JD0000000000000000000001', issues }
    const body = { error: 'Invalid email', ...facts, kind: 'ValidationError', message: 'Invalid email' }
    const error = new RequestError({ status: 400, body, fallback: 'Bad Request', requestId: 'sent' })
    expect(error).toMatchObject({
      message: 'Invalid email',
      code: 'ValidationError',
      requestId: facts.requestId,
      issues,
    })
  })

  it("has the error's type as its code, and the network error message without a response", async () => {
    const api = fakeApi()
    api.refuse(account.update, 'Conflict')
    await expect(save('Ada')).rejects.toMatchObject({ code: 'Conflict', status: 409 })
    api.disconnect(account.update)
    await expect(save('Ada')).rejects.toMatchObject({ code: undefined, message: 'Network Error' })
  })

  it.each([
    ['Network Error', new TypeError('Failed to fetch')],
    ['Request aborted', new DOMException('The user aborted a request.', 'AbortError')],
    ['timeout of 5000ms exceeded', new DOMException('signal timed out', 'TimeoutError')],
  ])('has the client message "%s"', async (message, cause) => {
    transport.timeoutMs = 5_000
    onTestFinished(() => {
      transport.timeoutMs = 0
    })
    transport.fetch = async (_url, { signal }) => {
      expect(signal).toBeInstanceOf(AbortSignal)
      throw cause
    }
    await expect(save('Ada')).rejects.toMatchObject({ code: undefined, status: undefined, message })
  })

  it('has the network error message if the response is cut off', async () => {
    transport.fetch = async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }))
    await expect(save('Ada')).rejects.toMatchObject({ status: undefined, message: 'Network Error' })
  })

  it('has the text of a non-JSON response as its body', async () => {
    transport.fetch = async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })
    await expect(save('Ada')).rejects.toMatchObject({ status: 502, message: 'Bad Gateway', body: '<html>' })
  })

  it('has the body returned by the failure callback', async () => {
    const api = fakeApi()
    api.refuse(account.update, 'Conflict')
    const onFailure = vi.fn(() => ({ error: { type: 'Conflict', message: 'Another request was faster' } }))
    await expect(save('Ada', { onFailure })).rejects.toThrow('Another request was faster')
    expect(onFailure).toHaveBeenCalledOnce()
  })
})
