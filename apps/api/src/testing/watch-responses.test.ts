import { type Endpoint, endpoint } from '@portal/contract/endpoint'
import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import Fastify, { type RouteHandlerMethod } from 'fastify'
import { describe, expect, it } from 'vitest'
import { takeViolations } from './watch-responses.ts'

/** Sends the answer of a call, as the handler of a route writes it. Returns the violations. */
async function answer(call: Endpoint, handler: RouteHandlerMethod): Promise<string[]> {
  const app = Fastify()
  app.route({ method: call.method, url: '/', config: { call }, handler })
  await app.inject({ method: call.method, url: '/' })
  await app.close()
  return takeViolations()
}

const error = { type: 'NotFound', message: 'There is nothing.' }
const notFound = { error, kind: 'NotFound', message: 'There is nothing.' }

describe('a response that differs from the OpenAPI document', () => {
  it('is a violation if a field has another type or is missing', async () => {
    expect(await answer(workspaces.list, async () => [{ id: 1 }])).toEqual([
      expect.stringMatching(/^workspaces\.list \(GET \/\), status 200: body\/0/),
    ])
  })

  it('is a violation if the status, the error type or the content type is not described', async () => {
    expect(await answer(workspaces.list, async (_, reply) => reply.code(418).send({}))).toEqual([
      'workspaces.list (GET /), status 418: status 418 is not described',
    ])
    const otherType = { ...notFound, kind: 'NotStaff' }
    expect(await answer(members.list, async (_, reply) => reply.code(404).send(otherType))).toEqual([
      expect.stringContaining('body/kind must be equal to one of the allowed values'),
    ])
    expect(await answer(workspaces.list, async (_, reply) => reply.type('text/html').send('[]'))).toEqual([
      expect.stringContaining('the content type is "text/html", not application/json'),
    ])
  })

  it('is a violation if a header is missing, invalid or not described', async () => {
    expect(await answer(workspaces.go, async (_, reply) => reply.code(302).send())).toEqual([
      expect.stringContaining('the header Location is missing'),
    ])
    expect(
      await answer(workspaces.read, async (_, reply) => reply.code(404).header('link', '</>').send(notFound)),
    ).toEqual([expect.stringContaining('the header link is not described')])
  })

  it('is a violation if a response without a body has one', async () => {
    expect(await answer(members.leave, async () => [])).toEqual([
      expect.stringContaining('status 200 is not described'),
    ])
  })
})

describe('a response that matches the OpenAPI document', () => {
  it('is no violation', async () => {
    expect(await answer(workspaces.list, async () => [])).toEqual([])
    expect(await answer(members.list, async (_, reply) => reply.code(404).send(notFound))).toEqual([])
    expect(await answer(members.leave, async (_, reply) => reply.code(204).send())).toEqual([])
  })

  it('is not looked for if the call is not in the contract', async () => {
    const other = endpoint({ ...workspaces.list, name: 'other.list' })
    expect(await answer(other, async (_, reply) => reply.code(418).send({}))).toEqual([])
  })
})
