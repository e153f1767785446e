import { expect, it } from 'vitest'
import { chooseLoadState } from './load-state.ts'
import { notRequested } from './request-status.ts'

it('is uninitialized before anything was requested', () => {
  expect(chooseLoadState(notRequested)).toBe('uninitialized')
})

it('is loading while the first answer is on its way', () => {
  const status = { ...notRequested, isRequested: true, isPending: true, isFirstLoad: true }
  expect(chooseLoadState(status)).toBe('loading')
})

it('is success once an answer has come', () => {
  expect(chooseLoadState({ ...notRequested, isRequested: true, isSuccess: true })).toBe('success')
})

it('stays success while an answered request is made again', () => {
  expect(chooseLoadState({ ...notRequested, isRequested: true, isPending: true })).toBe('success')
})

it('is error when the request failed', () => {
  const status = { ...notRequested, isRequested: true, isError: true, errorMessage: 'No.' }
  expect(chooseLoadState(status)).toBe('error')
})
