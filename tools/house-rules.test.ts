/** Applies the house rules to the repository. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as access from './house-rules/access-rules.ts'
import * as names from './house-rules/file-rules.ts'
import { citationsStayInside, citedTestsExist, handbookReferencesExist } from './house-rules/handbook.ts'
import { namesFollowTheirDirection } from './house-rules/name-direction.ts'
import { type ParsedFile, parseFile } from './house-rules/parsed-file.ts'
import { trackedFiles } from './house-rules/tracked-files.ts'

type Rule = (files: readonly ParsedFile[]) => string[]

const root = join(import.meta.dirname, '..')

const rules = {
  'imports carry their extension': names.importsCarryExtensions,
  'only lib/env.ts reads the runtime configuration': access.runtimeConfigIsReadInEnv,
  'only stores, tables and db/ use Drizzle': access.databaseStaysInStores,
  'every call is served from the folder of its noun': access.callsAreServedByTheirNoun,
  'every noun has outcome rows': access.nounsHaveOutcomes,
  'only gateways call outside services': access.onlyGatewaysCallServices,
  'product code does not mention stand-ins': access.productKnowsNoStandIn,
  'names are kebab-case and specific': names.namesAreSpecific,
  'no file is too long': names.filesStayShort,
  'no file names a registry or a path of one machine': names.filesNameNoMachine,
  'references to the handbook lead to a heading': (files) => handbookReferencesExist(root, files),
  'the security document names tests that exist': citedTestsExist,
  'citations stay inside the repository': citationsStayInside,
  'names follow the direction of their script': namesFollowTheirDirection,
} satisfies Record<string, Rule>

describe('the repository', () => {
  const files = trackedFiles(root).map(parseFile)

  it.each(Object.entries(rules))('keeps the rule: %s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })

  it('has a median source file of at most 100 lines', () => {
    console.log(`The median source file has ${names.medianLines(files)} lines.`)
    expect(names.medianLines(files)).toBeLessThanOrEqual(100)
  })
})
