import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isExternalLink } from './link-target.ts'

const origin = 'https://portal.example'

it('takes http and https addresses of other hosts for external', () => {
  for (const href of [
    'https://docs.example',
    'http://docs.example',
    'HTTPS://docs.example',
    '//docs.example/x',
  ]) {
    expect(isExternalLink(href, origin), href).toBe(true)
  }
})

it('takes paths, anchors, the page’s own origin and other schemes for its own', () => {
  const own = [
    '/legal',
    '#top',
    'a.html',
    'https://portal.example/legal',
    'mailto:help@example.com',
    'http://',
    '',
  ]
  for (const href of own) expect(isExternalLink(href, origin), href).toBe(false)
  expect(isExternalLink(undefined, origin)).toBe(false)
})

it('never throws, whatever it is given', () => {
  fc.assert(fc.property(fc.string(), (href) => typeof isExternalLink(`//${href}`, origin) === 'boolean'))
})
