/** Formats the results of mutation tests as Markdown. */
import { relative } from 'node:path'
import process from 'node:process'
import type { Stryker } from '@stryker-mutator/core'

export type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const isCaught = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout'
const isMissed = ({ status }: MutantResult) => status === 'Survived' || status === 'NoCoverage'

const fileOf = ({ fileName }: MutantResult) => relative(process.cwd(), fileName)

function countRow(name: string, mutants: readonly MutantResult[]): string {
  const caught = mutants.filter(isCaught).length
  return `| ${name} | ${mutants.length} | ${caught} | ${mutants.length - caught} |`
}

/** Mutants that don't load, and those that Stryker doesn't run, say nothing about the tests. */
export const tested = (mutants: readonly MutantResult[]): MutantResult[] =>
  mutants.filter((mutant) => isCaught(mutant) || isMissed(mutant))

/** A table of files with their mutants, the caught ones and the survivors. */
export function formatTable(mutants: readonly MutantResult[]): string {
  const files = [...new Set(mutants.map(fileOf))].sort()
  return [
    '| File | Mutants | Caught | Survivors |',
    '|---|---|---|---|',
    ...files.map((file) =>
      countRow(
        `\`${file}\``,
        mutants.filter((mutant) => fileOf(mutant) === file),
      ),
    ),
    countRow('All', mutants),
  ].join('\n')
}

/** One line for each survivor: where it is, and the code that replaced the original. */
export function listSurvivors(mutants: readonly MutantResult[]): string[] {
  return mutants.filter(isMissed).map((mutant) => {
    const { start } = mutant.location
    const how = mutant.status === 'NoCoverage' ? ', which no test runs' : ''
    return `${fileOf(mutant)}:${start.line + 1}:${start.column + 1} ${mutant.mutatorName}${how}: ${mutant.replacement}`
  })
}
