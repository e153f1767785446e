import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { closeAtEnd } from '../../testing/close-at-end.ts'
import { loggerOptions } from './request-log.ts'

const test = useTestApp()
const requestUlid = '01JD0000000000000000000001'

/** Builds an app, and returns it with its lines about requests. */
async function logged(level: 'info' | 'debug') {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const config = { ...test.config, LOG_LEVEL: level }
  const app = await buildApp({ ...test.services, config }, pino(loggerOptions(config), stream))
  closeAtEnd(() => app.close())
  return { app, read: () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered') }
}

/** Returns the lines of the requests. */
async function linesOf(
  level: 'info' | 'debug',
  ...requests: { url: string; headers?: Record<string, string> }[]
) {
  const { app, read } = await logged(level)
  for (const request of requests) await app.inject(request)
  return read()
}

describe('the log line of a response', () => {
  it.each(['request-ulid', 'x-si-request-ulid'])(
    'contains the ulid that the client sent as %s',
    async (name) => {
      const [line] = await linesOf('info', { url: '/', headers: { [name]: requestUlid } })
      expect(line).toMatchObject({ call: 'service.root', requestUlid })
    },
  )

  it('contains the type of the error, also of one that redirects', async () => {
    const lines = await linesOf('info', { url: '/whoami' }, { url: '/workspaces/unknown/go' })
    expect(lines.map(({ status, type }) => [status, type])).toEqual([
      [401, 'NotSignedIn'],
      [302, 'NotSignedIn'],
    ])
  })

  it.each([
    ['invalid HTTP', 'hello'],
    ['an invalid URL', 'GET /% HTTP/1.1\r\nHost: a'],
    ['an overlong parameter', `GET /workspaces/${'a'.repeat(101)} HTTP/1.1\r\nHost: a`],
  ])('has the id of the answer to a request with %s', async (_, request) => {
    const { app, read } = await logged('info')
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const answer = await text(connect(port, '127.0.0.1').end(`${request}\r\n\r\n`))
    const [, reqId] = /"requestId":"(\w+)"/.exec(answer) ?? []
    expect(read()).toMatchObject([{ reqId, status: 400, type: 'ValidationError' }])
  })

  it('is written for a successful health check only at the level debug', async () => {
    const probes = [{ url: '/health/ready' }, { url: '/health/live' }]
    expect(await linesOf('info', ...probes)).toEqual([])
    expect((await linesOf('debug', ...probes)).map(({ call }) => call)).toEqual([
      'service.ready',
      'service.live',
    ])
  })
})
