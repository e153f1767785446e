import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadVariantCheck } from './house-rules/class-variants.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'

const root = join(import.meta.dirname, '..')
const findBroken = await loadVariantCheck(join(root, 'packages/ui/src/styles/theme.css'))

describe('class variants', () => {
  it('are reported if they do not exist', () => {
    const text = `className="rounded-md focused:bg-surface-hover forced-colors:focused:outline-2"`
    expect(findBroken({ path: 'row.tsx', text })).toEqual([
      'row.tsx: Tailwind has no variant for focused:bg-surface-hover',
      'row.tsx: Tailwind has no variant for forced-colors:focused:outline-2',
    ])
  })

  it('of Tailwind and React Aria are accepted, and so is text that is not a class', () => {
    const text = `
      import { join } from 'node:path'
      const row = 'hover:bg-surface-hover pressed:bg-surface-pressed outside-month:hidden'
      const frame = "has-[input:focus,textarea:focus]:outline-focus [&_th]:size-8 data-href:cursor-pointer"
      const link = 'https://example.com/flex'`
    expect(findBroken({ path: 'row.tsx', text })).toEqual([])
  })

  it('exist for every class of the design system and the portal', () => {
    const files = trackedFiles(root).filter(({ path }) =>
      /^(packages\/ui|apps\/portal)\/src\/.*\.tsx?$/.test(path),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap(findBroken)).toEqual([])
  })
})
