import { accountLimits, countLimits, limitSentence } from '@portal/contract/account-limits'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { checkLimit, limitOf } from './account-limits.ts'

const config = readConfig({ NODE_ENV: 'test' })

describe('checkLimit', () => {
  it.each(Object.keys(countLimits) as (keyof typeof countLimits)[])('allows %s up to the limit', (name) => {
    const { most } = countLimits[name]
    expect(() => checkLimit(name, most - 1, config)).not.toThrow()
    expect(() => checkLimit(name, most, config)).toThrow(
      expect.objectContaining({ type: 'LimitReached', status: 409, message: limitSentence(name, most) }),
    )
  })

  it("uses the operator's limit in place of the default", () => {
    const raised = readConfig({
      NODE_ENV: 'test',
      ACCOUNT_LIMITS: 'workspacesOwned=1500, tokensOfWorkspace=1',
    })
    expect(() => checkLimit('workspacesOwned', 1_499, raised)).not.toThrow()
    expect(() => checkLimit('workspacesOwned', 1_500, raised)).toThrow('This account owns 1,500 workspaces')
    expect(() => checkLimit('tokensOfWorkspace', 1, raised)).toThrow('1 active API')
    expect(limitOf('trustRulesOfServiceAccount', raised)).toBe(50)
  })
})

describe('the error message of a limit', () => {
  it('differs for each limit', () => {
    const names = Object.keys(accountLimits) as (keyof typeof accountLimits)[]
    expect(new Set(names.map((name) => limitSentence(name, 7))).size).toBe(names.length)
  })
})

describe('ACCOUNT_LIMITS', () => {
  it.each([
    'workspaces=3',
    'workspacesOwned',
    'workspacesOwned=',
    'workspacesOwned=-1',
    'workspacesOwned=0',
    'workspacesOwned=1e3',
    'toString=3',
  ])('refuses %s', (value) => {
    expect(() => readConfig({ NODE_ENV: 'test', ACCOUNT_LIMITS: value })).toThrow('ACCOUNT_LIMITS')
  })
})
