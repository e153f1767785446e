import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localEnvironment } from './local-environment.ts'
import { defaultPorts, portsFromEnvironment, takenPortSentences } from './ports.ts'

/** Below 32,768, where the range of ephemeral ports starts. */
const belowHandedOutPorts = 15_000

describe('ports of the local run', () => {
  it('are the documented ones unless a variable changes them', () => {
    expect(portsFromEnvironment({})).toMatchObject({
      PORTAL_PORT: 9000,
      API_PORT: 9001,
      MANAGED_INSTANCE_PORT: 8081,
    })
    expect(portsFromEnvironment({ API_PORT: '9101' })).toMatchObject({ PORTAL_PORT: 9000, API_PORT: 9101 })
  })

  it.each(['0', '70000', '90a', '-1', ' 9000'])('refuse %j', (value) => {
    expect(() => portsFromEnvironment({ API_PORT: value })).toThrow(
      `API_PORT must be a port number, but is "${value}".`,
    )
  })

  it('refuse one port for two services', () => {
    expect(() => portsFromEnvironment({ API_PORT: '9000' })).toThrow(
      'API_PORT and PORTAL_PORT are both 9000. Set different ports.',
    )
  })

  it.each(['127.0.0.1', '::'])('report a port that is taken on %s, and its variable', async (host) => {
    const occupant = createServer().listen(0, host)
    await once(occupant, 'listening')
    const { port } = occupant.address() as AddressInfo
    const sentences = await takenPortSentences({ ...defaultPorts(belowHandedOutPorts), API_PORT: port })
    occupant.close()
    expect(sentences).toEqual([
      `Port ${port} for the auth API is taken by another process. Stop it, or set API_PORT to a free port.`,
    ])
  })
})

describe('environment of the local run', () => {
  it('contains the URLs of all processes', () => {
    const env = localEnvironment(portsFromEnvironment({ API_PORT: '9101' }), {})
    expect(env).toMatchObject({
      API_URL: 'http://localhost:9101',
      AUTH_API_URL: 'http://localhost:9101',
      PORTAL_URL: 'http://localhost:9000',
      OIDC_ISSUER: 'http://localhost:9002/',
      MANAGED_INSTANCE_URL: 'http://localhost:8081',
      WEBHOOK_TRUSTED_HOSTS: 'localhost:9007',
      IDENTITY_VERIFICATION_RESULT_URL: 'http://localhost:9000/login-success?verification=done',
      API_PORT: '9101',
      DATA_DIR: resolve('.data'),
    })
  })

  it('gives precedence to the caller, except for production', () => {
    const env = localEnvironment(defaultPorts(), {
      API_URL: 'http://api.localhost:9001',
      NODE_ENV: 'production',
    })
    expect(env).toMatchObject({ API_URL: 'http://api.localhost:9001', NODE_ENV: 'development' })
  })
})
