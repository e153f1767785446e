/** Applies the house rules that no tool can check to the repository. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  callsAreServedByTheirNoun,
  filesNameNoMachine,
  namesAreSpecific,
  nounsHaveOutcomes,
  productKnowsNoStandIn,
  runtimeConfigIsReadInEnv,
} from './house-rules/file-rules.ts'
import { citationsStayInside, citedTestsExist, handbookReferencesExist } from './house-rules/handbook.ts'
import { namesFollowTheirDirection } from './house-rules/name-direction.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'

const root = join(import.meta.dirname, '..')
const files = trackedFiles(root)

const rules = {
  namesAreSpecific,
  filesNameNoMachine,
  runtimeConfigIsReadInEnv,
  productKnowsNoStandIn,
  callsAreServedByTheirNoun,
  nounsHaveOutcomes,
  citedTestsExist,
  citationsStayInside,
  namesFollowTheirDirection,
}

it.each(Object.entries(rules))('the repository keeps the rule %s', (_name, rule) => {
  expect(rule(files)).toEqual([])
})

it('references to the handbook lead to a heading', () => {
  expect(handbookReferencesExist(root, files)).toEqual([])
})
