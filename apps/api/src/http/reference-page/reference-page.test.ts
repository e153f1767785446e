/** The API reference at `/docs`, rendered from the OpenAPI document. */
import { calls } from '@portal/contract/calls'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { typeText } from './field-table.ts'
import { html, inline } from './html.ts'

const test = useTestApp()
const groups = [...new Set(calls.map(({ name }) => name.split('.')[0] ?? ''))]

describe('The API reference', () => {
  it('lists every call, with a link to its section', async () => {
    const index = await test.app.inject({ url: '/docs' })
    expect(index.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { name } of calls) expect(index.body).toContain(`href="/docs/${name.split('.')[0]}#${name}"`)
  })

  it('has a section for every call on the page of its group', async () => {
    for (const group of groups) {
      const { body, statusCode } = await test.app.inject({ url: `/docs/${group}` })
      expect(statusCode, group).toBe(200)
      for (const { name } of calls.filter((call) => call.name.startsWith(`${group}.`)))
        expect(body).toContain(`<h2 id="${name}">`)
    }
  })

  it('marks the current page in the navigation', async () => {
    for (const [url, text] of [
      ['/docs', 'Introduction'],
      ['/docs/members', 'Members'],
    ]) {
      const { body } = await test.app.inject({ url: `${url}` })
      expect(body.match(/<a [^>]*aria-current="page">[^<]*/g), url).toEqual([
        `<a href="${url}" aria-current="page">${text}`,
      ])
    }
  })

  it('contains no empty elements, empty attributes or missing values', async () => {
    for (const url of ['/docs', ...groups.map((group) => `/docs/${group}`)]) {
      const { body } = await test.app.inject({ url })
      expect(body, url).not.toMatch(/<(\w+)[^>]*>\s*<\/\1>|=""|undefined|\[object|\$(?=<| [a-z])/)
    }
  })

  it('shows fields, limits, examples and what to do about errors', async () => {
    const { body } = await test.app.inject({ url: '/docs/tokens' })
    for (const text of ['expiration', 'at most 99 characters', '&quot;90d&quot;', 'LimitReached', 'POST'])
      expect(body).toContain(text)
  })

  it('links to the introduction, the OpenAPI document and every group from each page', async () => {
    for (const url of ['/docs', ...groups.map((group) => `/docs/${group}`)]) {
      const { body } = await test.app.inject({ url })
      for (const target of ['/docs', '/openapi.json', ...groups.map((group) => `/docs/${group}`)])
        expect(body, url).toContain(`<a href="${target}"`)
    }
  })

  it('has no script, and a policy that forbids scripts', async () => {
    for (const url of ['/docs', '/docs/tokens']) {
      const { body, headers } = await test.app.inject({ url })
      expect(body).not.toMatch(/<script|\son\w+=/)
      expect(headers['content-security-policy']).toBe(
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';style-src 'self'",
      )
    }
    const styles = await test.app.inject({ url: '/docs/reference.css' })
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('answers 404 for a group that does not exist, with a page that links to the introduction', async () => {
    for (const url of ['/docs/nothing', '/docs/__proto__', '/docs/reference', '/docs/%3Cscript%3E']) {
      const { body, headers, statusCode } = await test.app.inject({ url })
      expect(statusCode, url).toBe(404)
      expect(headers['content-type'], url).toBe('text/html; charset=utf-8')
      expect(body, url).toContain('<a href="/docs">Back to the introduction</a>')
      expect(body, url).not.toMatch(/<script|aria-current/)
    }
  })

  it('does not refer to files of the handbook', async () => {
    for (const group of groups) {
      const { body } = await test.app.inject({ url: `/docs/${group}` })
      expect(body, group).not.toMatch(/Handbook|docs\/product/)
    }
  })
})

describe('typeText', () => {
  it.each([
    ['string', { type: 'string' }],
    ['string (date-time)', { type: 'string', format: 'date-time' }],
    ['string (date-time) or null', { type: ['string', 'null'], format: 'date-time' }],
    ['any', {}],
    ['"ok"', { const: 'ok' }],
    ['list of Workspace', { type: 'array', items: { $ref: '#/components/schemas/Workspace' } }],
    ['Workspace or null', { anyOf: [{ $ref: '#/components/schemas/Workspace' }, { type: 'null' }] }],
  ])('describes a schema as %s', (words, schema) => {
    expect(typeText(schema)).toBe(words)
  })
})

describe('html', () => {
  it('escapes every inserted text, even in formatted text', () => {
    expect(html`<p title="${'"><script>'}">${['<b>', inline('`<i>` & **x**')]}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;<code>&lt;i&gt;</code> &amp; <strong>x</strong></p>',
    )
  })
})
