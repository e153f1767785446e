import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { closeAtEnd } from '../../testing/close-at-end.ts'
import { loggerOptions } from './request-log.ts'

const test = useTestApp()
const requestUlid = '01JD0000000000000000000001'

/** Returns the lines of the requests. */
async function linesOf(
  level: 'info' | 'debug',
  ...requests: { url: string; headers?: Record<string, string> }[]
) {
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
  for (const request of requests) await app.inject(request)
  return lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'answered')
}

describe('the log line of a response', () => {
  it.each(['request-ulid', 'x-si-request-ulid'])(
    'contains the ulid that the client sent as %s',
    async (name) => {
      const [line] = await linesOf('info', { url: '/', headers: { [name]: requestUlid } })
      expect(line).toMatchObject({ call: 'service.root', requestUlid })
    },
  )

  it('is written for a successful health check only at the level debug', async () => {
    const probes = [{ url: '/health/ready' }, { url: '/health/live' }]
    expect(await linesOf('info', ...probes)).toEqual([])
    expect((await linesOf('debug', ...probes)).map(({ call }) => call)).toEqual([
      'service.ready',
      'service.live',
    ])
  })
})
