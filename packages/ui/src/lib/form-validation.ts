import { type CheckingSchema, checkSchema, type FormIssue } from './form-schema.ts'

type Check = (value: unknown) => string | undefined
type Read = (path: string) => unknown

/** Where a message goes that concerns the whole form. */
export const wholeFormPath = '_form'

/** What a form knows of its fields' rules and of the values that were refused from outside. */
export interface FormValidation {
  addField: (name: string, check: Check) => () => void
  hasField: (name: string) => boolean
  /** Makes these the first values: what `isUnchanged` compares with. */
  setFirstValues: (read: Read) => void
  /**
   * Whether the value is the text that the form began with. Such a text is never refused: it is stored, and a rule that
   * came later must not block the change of another field.
   */
  isUnchanged: (name: string, value: unknown) => boolean
  /** A refused value stays refused until it is changed, or until the form is sent again. */
  setIssues: (issues: readonly FormIssue[], read: Read) => void
  clearIssues: () => void
  /**
   * All values that have changed against all rules: a field's own, then the schema's. Then what was refused from outside.
   */
  check: <Output>(
    schema: CheckingSchema<Output> | undefined,
    values: unknown,
    read: Read,
  ) => Promise<{ output: Output | undefined; messages: ReadonlyMap<string, string> }>
  /** The messages of the last check that belong to no field, and would be seen nowhere. */
  homelessMessages: () => string[]
}

/** A text as it is compared: fields trim what they hold. An empty one is no text, so that a required field stays required. */
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().normalize('NFC') : '')

/** @param firstValues reads the values that the form begins with */
export function createFormValidation(firstValues: Read): FormValidation {
  const checks = new Map<string, Check>()
  const refused = new Map<string, { message: string; value: unknown }>()
  let lastMessages: ReadonlyMap<string, string> = new Map()
  let readFirst = firstValues

  function isUnchanged(name: string, value: unknown): boolean {
    const text = textOf(value)
    return text !== '' && text === textOf(readFirst(name))
  }

  return {
    addField(name, check) {
      checks.set(name, check)
      return () => {
        if (checks.get(name) === check) checks.delete(name)
      }
    },
    hasField: (name) => checks.has(name),
    setFirstValues(read) {
      readFirst = read
    },
    isUnchanged,
    setIssues(issues, read) {
      refused.clear()
      for (const { path, message } of issues) {
        const place = path === '' ? wholeFormPath : path
        if (!refused.has(place)) refused.set(place, { message, value: read(place) })
      }
    },
    clearIssues: () => refused.clear(),
    async check(schema, values, read) {
      const { output, messages: fromSchema } = await checkSchema(schema, values)
      const messages = new Map<string, string>()
      for (const [name, check] of checks) {
        const value = read(name)
        const problem = isUnchanged(name, value) ? undefined : check(value)
        if (problem !== undefined) messages.set(name, problem)
      }
      for (const [path, message] of fromSchema) {
        const place = path === '' ? wholeFormPath : path
        if (!messages.has(place) && !isUnchanged(path, read(path))) messages.set(place, message)
      }
      for (const [path, { message, value }] of refused) {
        if (!messages.has(path) && Object.is(read(path), value)) messages.set(path, message)
      }
      lastMessages = messages
      return { output, messages }
    },
    homelessMessages: () =>
      [...lastMessages].filter(([path]) => !checks.has(path)).map(([, message]) => message),
  }
}
