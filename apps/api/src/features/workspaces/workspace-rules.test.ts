import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { instanceOf } from './workspace-rules.ts'

const official = 'https://app.systeminit.com'
const configOf = (MANAGED_INSTANCE_URL: string) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: '/tmp/portal-test-data', MANAGED_INSTANCE_URL })

describe('instanceOf', () => {
  it.each([official, `${official}/`, ` ${official} `])(
    'takes %j for the managed instance where it runs on the same computer',
    (typed) => {
      const found = instanceOf(typed, configOf('http://localhost:8081'))
      expect(found).toEqual({ instanceUrl: 'http://localhost:8081', instanceEnvType: 'SI' })
    },
  )

  it('refuses the official address where another managed instance is configured', () => {
    expect(instanceOf(official, configOf('https://app.example.com'))).toHaveProperty('problem')
  })

  it('takes no other address for the managed instance', () => {
    for (const typed of ['http://app.systeminit.com', `${official}.evil.example`, `${official}:444`])
      expect(instanceOf(typed, configOf('http://localhost:8081'))).not.toMatchObject({
        instanceEnvType: 'SI',
      })
  })
})
