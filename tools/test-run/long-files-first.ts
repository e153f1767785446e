import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take half a minute or more. At the end of a run, the other workers would wait for them. */
const longFiles = [
  'testing/rules-model/rules-model.test.ts',
  'portal-command/portal-command.test.ts',
  'portal-command/portal-script.test.ts',
  'seed/seeding-processes.test.ts',
  'local-postgres/local-postgres.test.ts',
  'long-runs/kill-rounds.test.ts',
  'long-runs/drain.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(file))

/** Runs the long files of each project first. Vitest sorts by size until it knows how long the files take. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}
