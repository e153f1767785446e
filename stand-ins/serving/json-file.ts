import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const saveDelayMs = 50

/** Replaces a file atomically. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, path)
}

/** Reads a JSON file, or returns `undefined` if it is missing. Moves a damaged file aside. */
export function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    const aside = `${path}.damaged-${Date.now()}`
    renameSync(path, aside)
    console.warn(`${path} was not readable JSON and is kept as ${aside}.`)
    return undefined
  }
}

/** A value in memory that is saved to a file. */
export class JsonFile<Value> {
  readonly value: Value
  readonly #path: string
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** @param initial the value when there is no file yet */
  constructor(path: string, initial: Value) {
    mkdirSync(dirname(path), { recursive: true })
    this.#path = path
    this.value = (readJson(path) as Value | undefined) ?? initial
  }

  /** Writes immediately. Resolves when the change is on disk. Writes never overlap. */
  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const written = this.#writing.then(() => replaceFile(this.#path, JSON.stringify(this.value)))
    this.#writing = written.catch(() => undefined)
    return written
  }

  /** Writes with a delay, once for several changes. */
  saveSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.save().catch((error: unknown) => console.error(`${this.#path} could not be written:`, error))
    }, saveDelayMs)
  }

  /** Writes pending changes. */
  async close(): Promise<void> {
    if (this.#timer) await this.save()
    await this.#writing
  }
}
