import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { loggerOptions } from './request-log.ts'

const test = useTestApp()
const requestUlid = '01JD0000000000000000000001'

describe('the log line of a response', () => {
  it.each(['request-ulid', 'x-si-request-ulid'])(
    'contains the ulid that the client sent as %s',
    async (name) => {
      const lines: string[] = []
      const stream = new Writable({
        write(chunk, _, done) {
          lines.push(String(chunk))
          done()
        },
      })
      const config = { ...test.config, LOG_LEVEL: 'info' as const }
      const app = await buildApp({ ...test.services, config }, pino(loggerOptions(config), stream))
      closeAtEnd(() => app.close())
      await app.inject({ url: '/health/live', headers: { [name]: requestUlid } })
      const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered')
      expect(line).toMatchObject({ call: 'service.live', requestUlid })
    },
  )
})
