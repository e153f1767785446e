import { expect, it } from 'vitest'
import { chooseLoadState } from './load-state.ts'
import { notRequested } from './request-status.ts'

it('chooseLoadState returns uninitialized before the first request', () => {
  expect(chooseLoadState(notRequested)).toBe('uninitialized')
})

it('chooseLoadState returns loading during the first request', () => {
  const status = { ...notRequested, isRequested: true, isPending: true, isFirstLoad: true }
  expect(chooseLoadState(status)).toBe('loading')
})

it('chooseLoadState returns success after a response', () => {
  expect(chooseLoadState({ ...notRequested, isRequested: true, isSuccess: true })).toBe('success')
})

it('chooseLoadState still returns success during a reload', () => {
  expect(chooseLoadState({ ...notRequested, isRequested: true, isPending: true })).toBe('success')
})

it('chooseLoadState returns error when the request failed', () => {
  const status = { ...notRequested, isRequested: true, isError: true, errorMessage: 'No.' }
  expect(chooseLoadState(status)).toBe('error')
})
