import { describe, expect, it } from 'vitest'
import { readPortalServerConfig } from './config.ts'

describe('portal server configuration', () => {
  it('serves http://localhost:9000 by default', () => {
    const { port, portalUrl } = readPortalServerConfig({})
    expect({ port, portalUrl }).toEqual({ port: 9000, portalUrl: 'http://localhost:9000' })
  })

  it('lists every invalid value in one error', () => {
    expect(() =>
      readPortalServerConfig({
        PORTAL_PORT: '90000',
        PORTAL_URL: 'portal',
        SECURITY_CONTACT: 'us',
        DOCS_URL: 'x',
      }),
    ).toThrow(
      'Invalid configuration:\n' +
        '  - PORTAL_PORT must be a port number\n' +
        '  - PORTAL_URL must be an http or https address\n' +
        '  - SECURITY_CONTACT must be a mailto: or https: address\n' +
        '  - DOCS_URL must be an http or https address',
    )
  })

  it('rejects local defaults and plain http in production', () => {
    expect(() =>
      readPortalServerConfig({ NODE_ENV: 'production', API_URL: 'http://auth.example.com' }),
    ).toThrow(
      'Invalid configuration:\n' +
        '  - PORTAL_URL must be set in production\n' +
        '  - API_URL must be an https address in production',
    )
  })

  it('accepts a complete production configuration', () => {
    const config = readPortalServerConfig({
      NODE_ENV: 'production',
      PORTAL_URL: 'https://portal.example.com',
      API_URL: 'https://auth.example.com',
    })
    expect(config.portalUrl).toBe('https://portal.example.com')
  })
})
