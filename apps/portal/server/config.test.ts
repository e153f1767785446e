import { describe, expect, it } from 'vitest'
import { readPortalServerConfig } from './config.ts'
import { runtimeConfigScript } from './runtime-config.ts'

describe('portal server configuration', () => {
  it('has defaults for every setting', () => {
    const { port, portalUrl, runtime } = readPortalServerConfig({})
    expect({ port, portalUrl }).toEqual({ port: 9000, portalUrl: 'http://localhost:9000' })
    expect(runtime).toEqual({
      apiUrl: 'http://localhost:9001',
      productName: 'System Initiative',
      managedInstanceUrl: 'https://app.systeminit.com',
      localInstanceUrl: 'http://localhost:8080',
      staffDomain: 'systeminit.com',
      marketingUrl: 'https://www.systeminit.com',
      helpEmail: 'help@systeminit.com',
      supportEmail: 'support@systeminit.com',
      codeRepositoryUrl: 'https://github.com/systeminit/si',
      chatUrl: 'https://discord.gg/system-init',
      docsUrl: 'https://docs.systeminit.com',
      pricingUrl: 'https://www.systeminit.com/pricing',
      analyticsUrl: '',
      analyticsKey: '',
      ciSystemUrl: '',
      webhookReceiverUrl: '',
      featureFlags: {},
      termsVersion: '',
    })
  })

  it('reads the environment and treats empty values as unset', () => {
    const { runtime: config } = readPortalServerConfig({
      API_URL: 'https://auth.example.com/',
      PRODUCT_NAME: '',
      FEATURE_FLAGS: '{"ADMIN_PAGE": true}',
      TERMS_VERSION: '2023-03-30',
    })
    expect(config.apiUrl).toBe('https://auth.example.com')
    expect(config.productName).toBe('System Initiative')
    expect(config.featureFlags).toEqual({ ADMIN_PAGE: true })
    expect(config.termsVersion).toBe('2023-03-30')
  })

  it('lists every invalid value in one error', () => {
    expect(() =>
      readPortalServerConfig({
        PORTAL_PORT: '90000',
        PORTAL_URL: 'portal',
        SECURITY_CONTACT: 'us',
        API_URL: 'javascript:alert(1)',
        HELP_EMAIL: 'nobody',
        FEATURE_FLAGS: '{"ADMIN_PAGE": "yes"}',
        TERMS_VERSION: 'newest',
      }),
    ).toThrow(
      'Invalid configuration:\n' +
        '  - PORTAL_PORT must be a port number\n' +
        '  - PORTAL_URL must be an http or https address\n' +
        '  - SECURITY_CONTACT must be a mailto: or https: address\n' +
        '  - API_URL must be an http or https address\n' +
        '  - HELP_EMAIL must be an email address\n' +
        '  - FEATURE_FLAGS.ADMIN_PAGE must be true or false\n' +
        '  - TERMS_VERSION must be a version like 2024-09-25',
    )
  })

  it.each(['ADMIN_PAGE', '[true]'])('rejects feature flags that are not a JSON object: %s', (flags) => {
    expect(() => readPortalServerConfig({ FEATURE_FLAGS: flags })).toThrow(
      'FEATURE_FLAGS must be a JSON object',
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

  it('escapes values so that none can close the script element', () => {
    const { runtime } = readPortalServerConfig({ PRODUCT_NAME: '</script><script>alert(1)</script><!--' })
    const element = runtimeConfigScript(runtime)
    const json = element.slice(element.indexOf('>') + 1, element.lastIndexOf('</script>'))
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual(runtime)
  })
})
