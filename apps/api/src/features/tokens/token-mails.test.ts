import { describe, expect, it } from 'vitest'
import { oldSecretMail, tokenExpiryMail } from './token-mails.ts'

const config = {
  PRODUCT_NAME: 'System Initiative',
  SUPPORT_EMAIL: 'support@example.com',
  PORTAL_URL: 'http://localhost:9000',
}
const now = new Date()
const of = { to: 'ada@example.com', workspaceId: 'W1', workspaceName: 'Production' }
const use = { name: 'Deploys', retiresAt: now, lastUsedAt: now, lastUsedIp: null }
const expiring = {
  name: 'Deploys',
  creatorEmail: 'ada@example.com',
  permission: 'read' as const,
  expiresAt: now,
}

describe('a mail about more tokens than it names', () => {
  it.each([
    [21, '1 more token expires soon.', '1 more old secret stops working soon.'],
    [25, '5 more tokens expire soon.', '5 more old secrets stop working soon.'],
  ])('counts the rest of %i', (count, restOfTokens, restOfSecrets) => {
    const tokens = Array.from({ length: count }, () => expiring)
    expect(tokenExpiryMail({ ...of, tokens, now }, config).text).toContain(restOfTokens)
    const used = Array.from({ length: count }, () => use)
    expect(oldSecretMail({ ...of, tokens: used }, config).text).toContain(restOfSecrets)
  })
})
