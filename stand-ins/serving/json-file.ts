import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically. */
export async function replaceFile(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, content, { mode })
  await rename(draft, path)
}

/** Reads a JSON file, or returns `undefined` if it is missing. Moves a damaged file aside. */
export async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    const aside = `${path}.damaged-${Date.now()}`
    await rename(path, aside)
    console.warn(`${path} was not readable JSON and is kept as ${aside}.`)
    return undefined
  }
}

interface JsonFileOptions<Value> {
  path: string
  /** The value when there is no file yet. */
  initial: () => Value
  /** File permissions, 0600 for secrets. */
  mode?: number
  /** The delay of `saveSoon` in milliseconds. */
  delayMs?: number
}

/** A value in memory that is saved to a file. */
export class JsonFile<Value> {
  readonly value: Value
  readonly #path: string
  readonly #mode: number
  readonly #delayMs: number
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  private constructor(value: Value, options: JsonFileOptions<Value>) {
    this.value = value
    this.#path = options.path
    this.#mode = options.mode ?? 0o644
    this.#delayMs = options.delayMs ?? 200
  }

  static async open<Value>(options: JsonFileOptions<Value>): Promise<JsonFile<Value>> {
    const stored = await readJson(options.path)
    return new JsonFile(stored === undefined ? options.initial() : (stored as Value), options)
  }

  /** Writes immediately. Resolves when the change is on disk. Writes never overlap. */
  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const written = this.#writing.then(() => replaceFile(this.#path, JSON.stringify(this.value), this.#mode))
    this.#writing = written.catch(() => undefined)
    return written
  }

  /** Writes with a delay, once for several changes. */
  saveSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.save().catch((error: unknown) => console.error(`${this.#path} could not be written:`, error))
    }, this.#delayMs)
  }

  /** Writes pending changes. */
  async close(): Promise<void> {
    if (this.#timer) await this.save()
    await this.#writing
  }
}
