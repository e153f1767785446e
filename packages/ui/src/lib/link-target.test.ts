import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isExternalLink } from './link-target.ts'

const origin = 'https://portal.example'

it('isExternalLink returns true for http and https URLs of other hosts', () => {
  for (const href of [
    'https://docs.example',
    'http://docs.example',
    'HTTPS://docs.example',
    '//docs.example/x',
  ]) {
    expect(isExternalLink(href, origin), href).toBe(true)
  }
})

it('isExternalLink returns false for paths, anchors, same-origin URLs and other schemes', () => {
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

it('isExternalLink never throws', () => {
  fc.assert(fc.property(fc.string(), (href) => typeof isExternalLink(`//${href}`, origin) === 'boolean'))
})
