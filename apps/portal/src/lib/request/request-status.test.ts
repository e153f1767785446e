import { expect, it } from 'vitest'
import { RequestError } from './request-error.ts'
import { requestStatus } from './request-status.ts'

const error = new RequestError({
  status: 409,
  body: { error: { message: 'Taken', requestId: 'R1' } },
  fallback: '',
})
const succeeded = { lastSuccessAt: 0 }

type Arguments = Parameters<typeof requestStatus>

const flagsOf = (...given: Arguments) =>
  Object.entries(requestStatus(...given)).flatMap(([name, value]) => (value === true ? [name] : []))

it.each<[string, Arguments, string[]]>([
  ['not requested', [{ status: 'idle', error: null }, undefined], []],
  [
    'pending on the first load',
    [{ status: 'pending', error: null }, {}],
    ['isRequested', 'isPending', 'isFirstLoad'],
  ],
  [
    'pending after an earlier success',
    [{ status: 'pending', error: null }, succeeded],
    ['isRequested', 'isPending'],
  ],
  ['success', [{ status: 'success', error: null }, succeeded], ['isRequested', 'isSuccess']],
  ['error', [{ status: 'error', error }, {}], ['isRequested', 'isError']],
  ['error after an earlier success', [{ status: 'error', error }, succeeded], ['isRequested', 'isError']],
])('requestStatus is %s', (_which, given, flags) => {
  expect(flagsOf(...given)).toEqual(flags)
})

it('requestStatus of an error has its message and request id', () => {
  expect(requestStatus({ status: 'error', error }, {})).toMatchObject({
    errorMessage: 'Taken',
    requestId: 'R1',
  })
})
