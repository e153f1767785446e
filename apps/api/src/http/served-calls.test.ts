/** Compares the routes of the API with the contract. The security tests and the API reference only know calls in `calls`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { calls } from '@portal/contract/calls'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'

const served = new Set<string>()

function collectCalls(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ config }) => {
    if (config?.call) served.add(config.call.name)
  })
}

subscribe('fastify.initialization', collectCalls)
afterAll(() => unsubscribe('fastify.initialization', collectCalls))
useTestApp()

it('the API serves exactly the calls of the contract', () => {
  expect([...served].sort()).toEqual(calls.map(({ name }) => name).sort())
})
