import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadVariantCheck } from './house-rules/class-variants.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'

const root = join(import.meta.dirname, '..')
const findBroken = await loadVariantCheck(join(root, 'packages/ui/src/styles/theme.css'))

it('every class of the design system and the portal has a variant that exists', () => {
  const files = trackedFiles(root).filter(({ path }) =>
    /^(packages\/ui|apps\/portal)\/src\/.*\.tsx?$/.test(path),
  )
  expect(files.flatMap(findBroken)).toEqual([])
})
