import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { patternOf, preloadsOf } from './route-preloads-plugin.ts'

function chunk(
  fileName: string,
  moduleIds: string[],
  imports: string[] = [],
): [string, Rolldown.OutputChunk] {
  const file = { type: 'chunk', fileName, moduleIds, imports, facadeModuleId: null, viteMetadata: undefined }
  return [fileName, file as unknown as Rolldown.OutputChunk]
}

const route = (name: string) => `/src/routes/${name}.tsx?tsr-split=component`

const bundle = Object.fromEntries([
  chunk('entry.js', ['/src/main.tsx']),
  chunk('frame.js', ['/src/shell/app-shell.tsx'], ['entry.js']),
  chunk('legal.js', [route('legal.{-$docSlug}')], ['entry.js']),
  chunk('profile.js', [route('_signed-in/profile')]),
  chunk('profile-start.js', [route('_signed-in/profile.index')], ['form.js']),
  chunk('profile-data.js', [
    String.raw`C:\portal\src\routes\_signed-in\profile.data.tsx?tsr-split=component`,
  ]),
  chunk('form.js', ['/src/lib/form.ts']),
])

describe('patternOf', () => {
  it.each([
    ['home', '/'],
    ['_signed-in/workspaces', '/workspaces'],
    ['_signed-in/workspace.$workspaceId.index', '/workspace/:workspaceId'],
    ['_signed-in/workspace.$workspaceId_.go', '/workspace/:workspaceId/go'],
    ['legal.{-$docSlug}', '/legal/:docSlug?'],
  ])('returns the path of the route file %s', (file, path) => {
    expect(patternOf(file)).toBe(path)
  })
})

it('preloadsOf lists the files of each route, its parents and the signed-in frame, without those of the entry', () => {
  expect(preloadsOf(bundle)).toEqual({
    '/legal/:docSlug?': ['legal.js'],
    '/profile': ['profile-start.js', 'form.js', 'profile.js', 'frame.js'],
    '/profile/data': ['profile-data.js', 'profile.js', 'frame.js'],
  })
})
