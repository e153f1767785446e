import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { filesOfPage } from './page-budgets-plugin.ts'

function chunk(fileName: string, moduleIds: string[], imports: string[], css: string[] = []) {
  const file = {
    type: 'chunk',
    fileName,
    moduleIds,
    imports,
    facadeModuleId: null,
    viteMetadata: { importedCss: new Set(css) },
  }
  return file as unknown as Rolldown.OutputChunk
}

const bundle = {
  'entry.js': chunk('entry.js', ['/src/main.tsx', '/src/routes/login.tsx'], ['shared.js'], ['first.css']),
  'shared.js': chunk('shared.js', ['/src/lib/shared.ts'], ['entry.js']),
  'page.js': chunk('page.js', ['C:\\portal\\src\\routes\\page.tsx'], ['shared.js']),
  'menu.js': chunk('menu.js', ['/src/menu.tsx'], []),
  'first.css': { type: 'asset', fileName: 'first.css' } as Rolldown.OutputAsset,
}

it('filesOfPage returns the files of the modules with their static imports and styles, and no lazy files', () => {
  expect([...filesOfPage(bundle, ['/src/main.tsx', '/routes/login.tsx'])]).toEqual([
    'entry.js',
    'shared.js',
    'first.css',
  ])
  expect([...filesOfPage(bundle, ['/routes/page.tsx'])].sort()).toEqual([
    'entry.js',
    'first.css',
    'page.js',
    'shared.js',
  ])
})

it('filesOfPage throws if no file contains the module, so that a renamed page fails the build', () => {
  expect(() => filesOfPage(bundle, ['/routes/renamed.tsx'])).toThrow('No file of the build contains')
})
