/** The OpenAPI description, generated from the same objects that the server registers. */
import { calls } from '@portal/contract/calls'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'

const test = useTestApp()

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: { [type: string]: object } }
  responses: { [status: string]: { description: string } }
  security: object[]
}
type Description = { openapi: string; paths: { [path: string]: { [method: string]: Operation } } }

const describeApi = async () => (await test.app.inject({ url: '/openapi.json' })).json<Description>()

describe('/openapi.json', () => {
  it('lists exactly the calls of the contract', async () => {
    const { openapi, paths } = await describeApi()
    expect(openapi).toMatch(/^3\.1/)
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const there = calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(listed.sort()).toEqual(there.sort())
  })

  it('has the name and the success status of each call', async () => {
    const { paths } = await describeApi()
    for (const call of calls) {
      const operation = paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
      expect(operation?.operationId).toBe(call.name)
      expect(operation?.summary).toMatch(/\S/)
      expect(operation?.responses, call.name).toHaveProperty(String(call.success.status))
    }
  })

  it('describes parameters and bodies', async () => {
    const { paths } = await describeApi()
    const go = paths['/workspaces/{workspaceId}/go']?.get
    expect(go?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['workspaceId', 'path', true],
      ['redirect', 'query', false],
    ])
    const introspect = paths['/auth/introspect']?.post
    expect(Object.keys(introspect?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ])
    expect(introspect?.security).toEqual([])
    expect(paths['/whoami']?.get?.security).toEqual([
      { portalSession: [] },
      { bearer: [] },
      { tokenCookie: [] },
    ])
    expect(paths['/session/logout']?.post?.security).toEqual([
      { portalSession: [], xsrfToken: [] },
      { bearer: [] },
    ])
    expect(paths['/']?.get?.security).toEqual([{}, { bearer: [] }])
  })
})

it('every response forbids content sniffing and framing', async () => {
  const { headers } = await test.app.inject({ url: '/health/live' })
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
})
