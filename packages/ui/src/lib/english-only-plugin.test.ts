import { expect, it } from 'vitest'
import { englishOnly } from './english-only-plugin.ts'

it('englishOnly replaces every React Aria translation with English and leaves other modules unchanged', () => {
  const { load } = englishOnly()
  expect(load('/x/node_modules/react-aria/dist/private/intl/menu/de-DE.mjs')).toBe(
    "export { default } from './en-US.mjs'",
  )
  expect(load('C:\\x\\node_modules\\react-stately\\dist\\private\\intl\\color\\pt-BR.js')).toBe(
    "export { default } from './en-US.js'",
  )
  expect(load('/x/node_modules/react-aria/dist/private/intl/menu/en-US.mjs')).toBeUndefined()
  expect(load('/x/node_modules/date-fns/locale/de-AT.mjs')).toBeUndefined()
  expect(load('/x/apps/portal/src/main.tsx')).toBeUndefined()
})
