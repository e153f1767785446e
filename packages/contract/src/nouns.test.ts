import { expect, it } from 'vitest'
import { allNouns, calls } from './calls.ts'

it('every right that a call requires is declared by a noun, so that the handbook has it', () => {
  const declared = new Set(allNouns.flatMap(({ rights = {} }) => Object.values(rights)))
  const missing = calls.filter(({ access: { workspace } }) => workspace && !declared.has(workspace.right))
  expect(missing.map(({ name }) => name)).toEqual([])
})
