import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { refuseUnstorable } from './accepted-input.ts'

const check = (request: Partial<FastifyRequest>) => () =>
  refuseUnstorable(request as FastifyRequest, {} as FastifyReply, () => {})

/** An object within this many others. */
const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) })

describe('refuseUnstorable', () => {
  it.each(['params', 'query', 'body'] as const)('checks keys and values of the %s', (part) => {
    expect(check({ [part]: { name: 'Ada', tags: ['a', { note: '𝒜' }], count: 1, none: null } })).not.toThrow()
    for (const value of [{ name: 'a\0' }, { 'a\0': 1 }, { list: [{ name: '\ud800' }] }])
      expect(check({ [part]: value })).toThrow('The request contains an invalid character.')
  })

  it('accepts an object within twelve others, and refuses one within thirteen', () => {
    expect(check({ body: nested(12) })).not.toThrow()
    expect(check({ body: nested(13) })).toThrow('The body is nested too deeply.')
  })
})
