import { describe, expect, it } from 'vitest'
import { ConfigurationError, portalConfigFromEnvironment, runtimeConfigScript } from './runtime-config.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    portalConfigFromEnvironment(env)
    return []
  } catch (error) {
    return error instanceof ConfigurationError ? error.problems : [String(error)]
  }
}

describe('runtime configuration', () => {
  it('has defaults for every setting', () => {
    expect(portalConfigFromEnvironment({})).toEqual({
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
      featureFlags: {},
      termsVersion: '',
    })
  })

  it('reads the environment and treats empty values as unset', () => {
    const config = portalConfigFromEnvironment({
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

  it('lists every invalid value by name', () => {
    const problems = problemsOf({
      API_URL: 'javascript:alert(1)',
      HELP_EMAIL: 'nobody',
      FEATURE_FLAGS: '{"ADMIN_PAGE": "yes"}',
      TERMS_VERSION: 'newest',
    })
    expect(problems).toEqual([
      'API_URL must be an http or https address',
      'HELP_EMAIL must be an email address',
      'FEATURE_FLAGS.ADMIN_PAGE must be true or false',
      'TERMS_VERSION must be a version like 2024-09-25',
    ])
  })

  it('rejects feature flags that are not a JSON object', () => {
    expect(problemsOf({ FEATURE_FLAGS: 'ADMIN_PAGE' })).toHaveLength(1)
    expect(problemsOf({ FEATURE_FLAGS: '[true]' })).toHaveLength(1)
  })

  it('escapes values so that none can close the script element', () => {
    const config = portalConfigFromEnvironment({ PRODUCT_NAME: '</script><script>alert(1)</script><!--' })
    const element = runtimeConfigScript(config)
    const json = element.slice(element.indexOf('>') + 1, element.lastIndexOf('</script>'))
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual(config)
  })
})
