import { expect, it } from 'vitest'
import { RequestError } from './request-error.ts'
import type { RequestRecord } from './request-record.ts'
import { requestStatus } from './request-status.ts'

const sent: RequestRecord = {
  requestedAt: 1,
  payload: undefined,
  requestUlid: '01JFAKEREQUEST000000000000',
  completed: Promise.resolve(),
}
const error = new RequestError({
  status: 409,
  body: { error: { message: 'Taken', requestId: 'R1' } },
  fallback: '',
})

const flagsOf = (record: RequestRecord | undefined) =>
  Object.entries(requestStatus(record)).flatMap(([name, value]) => (value === true ? [name] : []))

it.each([
  ['not requested', undefined, []],
  ['pending on the first load', sent, ['isRequested', 'isPending', 'isFirstLoad']],
  ['pending after an earlier success', { ...sent, lastSuccessAt: 0 }, ['isRequested', 'isPending']],
  ['success', { ...sent, receivedAt: 2, lastSuccessAt: 2 }, ['isRequested', 'isSuccess']],
  ['error', { ...sent, receivedAt: 2, error }, ['isRequested', 'isError']],
  [
    'error after an earlier success',
    { ...sent, receivedAt: 2, lastSuccessAt: 0, error },
    ['isRequested', 'isError'],
  ],
])('requestStatus is %s', (_which, record, flags) => {
  expect(flagsOf(record)).toEqual(flags)
})

it('requestStatus of an error has its message and request id', () => {
  expect(requestStatus({ ...sent, receivedAt: 2, error })).toMatchObject({
    errorMessage: 'Taken',
    requestId: 'R1',
  })
})
