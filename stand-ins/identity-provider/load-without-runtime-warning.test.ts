import { afterEach, expect, it, vi } from 'vitest'
import { loadWithoutRuntimeWarning } from './load-without-runtime-warning.ts'

afterEach(() => vi.restoreAllMocks())

it('loadWithoutRuntimeWarning › drops the Node version warning and prints all others', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const loaded = await loadWithoutRuntimeWarning(async () => {
    console.warn('oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.')
    console.warn('oidc-provider WARNING: a quick start setting is in use')
    return 'the module'
  })
  console.warn('oidc-provider WARNING: Unsupported runtime. Later.')
  expect(loaded).toBe('the module')
  expect(warn.mock.calls).toEqual([
    ['oidc-provider WARNING: a quick start setting is in use'],
    ['oidc-provider WARNING: Unsupported runtime. Later.'],
  ])
})

it('loadWithoutRuntimeWarning › restores console.warn if the module fails to load', async () => {
  const { warn } = console
  await expect(loadWithoutRuntimeWarning(() => Promise.reject(new Error('missing')))).rejects.toThrow(
    'missing',
  )
  expect(console.warn).toBe(warn)
})
