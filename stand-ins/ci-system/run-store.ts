import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { JsonFile } from '../serving/json-file.ts'

/** What a user enters to start a run. */
export interface RunInput {
  /** `owner/name`. */
  repository: string
  branch: string
  event: string
  /** Empty when the job has no deployment environment. */
  environment: string
  workflow: string
}

/** What the form of a run contains. The page shows it again after a mistake. */
export interface RunForm extends RunInput {
  serviceAccountId: string
  audience: string
}

/** One step of a run, with a sentence about its result. */
export interface RunStep {
  title: string
  isSuccessful: boolean
  text: string
}

export interface Run {
  id: number
  /** Counts the runs of the repository. */
  number: number
  input: RunInput
  repositoryId: number
  ownerId: number
  sha: string
  /** The Bearer token with which the run requests its identity tokens. */
  requestToken: string
  serviceAccountId: string
  audience: string
  startedAt: string
  /** Empty for a run that a script started and that requests its tokens itself. */
  steps: RunStep[]
}

interface Stored {
  nextId: number
  /** The stable ids of repositories and owners by their lower-case names. */
  ids: Record<string, number>
  runs: Run[]
}

const mostRuns = 200
const firstRunId = 16_000_000_001
const firstRepositoryId = 700_000_001

/** The newest runs, and the ids of repositories and owners. Restarts keep them. */
export class RunStore {
  readonly #file: JsonFile<Stored>

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'runs.json'), { nextId: firstRunId, ids: {}, runs: [] })
  }

  /** Lists runs, newest first. */
  list(): Run[] {
    return this.#file.value.runs.toReversed()
  }

  find(id: number): Run | undefined {
    return this.#file.value.runs.find((run) => run.id === id)
  }

  async start({ serviceAccountId, audience, ...input }: RunForm): Promise<Run> {
    const { runs } = this.#file.value
    const run: Run = {
      id: this.#file.value.nextId,
      number: runs.filter((other) => other.input.repository === input.repository).length + 1,
      input,
      ...this.#idsOf(input.repository),
      sha: randomBytes(20).toString('hex'),
      requestToken: randomBytes(24).toString('base64url'),
      serviceAccountId,
      audience,
      startedAt: new Date().toISOString(),
      steps: [],
    }
    this.#file.value.nextId += 1
    runs.push(run)
    runs.splice(0, Math.max(0, runs.length - mostRuns))
    await this.#file.save()
    return run
  }

  /** Returns the ids that the runs of a repository have. */
  async findIds(repository: string): Promise<Pick<Run, 'repositoryId' | 'ownerId'>> {
    const ids = this.#idsOf(repository)
    await this.#file.save()
    return ids
  }

  async finish(run: Run, steps: RunStep[]): Promise<void> {
    run.steps = steps
    await this.#file.save()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #idsOf(repository: string): Pick<Run, 'repositoryId' | 'ownerId'> {
    const [owner = ''] = repository.split('/', 1)
    return { repositoryId: this.#idOf(repository), ownerId: this.#idOf(owner) }
  }

  /** Returns the id of a repository or owner. A new name gets the next id. */
  #idOf(name: string): number {
    const { ids } = this.#file.value
    const key = name.toLowerCase()
    const id = (Object.hasOwn(ids, key) ? ids[key] : undefined) ?? firstRepositoryId + Object.keys(ids).length
    ids[key] = id
    return id
  }
}
