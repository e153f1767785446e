import { describe, expect, it } from 'vitest'
import { readableLogLine } from './readable-log-line.ts'

describe('readable log lines', () => {
  it('show a JSON line as a sentence', () => {
    const line = JSON.stringify({
      level: 30,
      time: 1,
      pid: 2,
      hostname: 'h',
      req: { method: 'GET' },
      status: 200,
      msg: 'answered',
    })
    expect(readableLogLine(line)).toBe('info answered req={"method":"GET"} status=200')
  })

  it('show the stack of an error', () => {
    const line = JSON.stringify({
      level: 50,
      err: { type: 'Error', message: 'no', stack: 'Error: no\n  at x' },
      msg: 'failed',
    })
    expect(readableLogLine(line)).toBe('error failed\nError: no\n  at x')
  })

  it('leave other lines unchanged', () => {
    expect(readableLogLine('{"level": broken')).toBe('{"level": broken')
    expect(readableLogLine('{"level":30')).toBe('{"level":30')
    expect(readableLogLine('plain')).toBe('plain')
  })
})
