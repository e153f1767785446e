/** Runs before each test file. */
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'
import { closeAll } from './close-at-end.ts'
import { takeViolations, watchResponses } from './watch-responses.ts'

watchResponses()

/** Errors logged by the current test, which fail it. A test that expects some replaces `console.error`. */
const errors: string[] = []
const print = console.error
console.error = (...values: unknown[]) => {
  errors.push(format(...values))
  print(...values)
}

afterEach(() => {
  const seen = errors.splice(0)
  if (seen.length > 0) throw new Error(`Unexpected console.error:\n${seen.join('\n')}`)
})

/** Responses that differ from the OpenAPI document fail the test. */
afterEach(() => {
  const violations = [...new Set(takeViolations())]
  if (violations.length > 0)
    throw new Error(`Responses differ from the OpenAPI document:\n${violations.join('\n')}`)
})

afterAll(closeAll)
