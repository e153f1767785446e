import { type CheckingSchema, checkSchema, type FormIssue } from './form-schema.ts'

type Check = (value: unknown) => string | undefined
type Read = (path: string) => unknown

/** The path of messages that concern the whole form. */
export const wholeFormPath = '_form'

/** Tracks the rules of a form's fields and the values rejected from outside, such as by the server. */
export interface FormValidation {
  addField: (name: string, check: Check) => () => void
  hasField: (name: string) => boolean
  /**
   * Whether the value is the initial text. Initial text is never rejected: it is already stored, and a stricter rule
   * must not block a change to another field.
   */
  isUnchanged: (name: string, value: unknown) => boolean
  /** Records rejected values. Each stays rejected until it changes or the form is submitted again. */
  setIssues: (issues: readonly FormIssue[], read: Read) => void
  clearIssues: () => void
  /** Checks the changed values against the fields' own rules, then the schema, then the rejections from outside. */
  check: <Output>(
    schema: CheckingSchema<Output> | undefined,
    values: unknown,
    read: Read,
  ) => Promise<{ output: Output | undefined; messages: ReadonlyMap<string, string> }>
  /** The messages of the last check that belong to no field and would otherwise not be shown. */
  homelessMessages: () => string[]
}

/** Normalizes text for comparison, as fields do on commit. */
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().normalize('NFC') : '')

/** @param readInitial Returns a field's value from when the form was last filled or saved. */
export function createFormValidation(readInitial: Read): FormValidation {
  const checks = new Map<string, Check>()
  const refused = new Map<string, { message: string; value: unknown }>()
  let lastMessages: ReadonlyMap<string, string> = new Map()

  function isUnchanged(name: string, value: unknown): boolean {
    const text = textOf(value)
    return text !== '' && text === textOf(readInitial(name))
  }

  return {
    addField(name, check) {
      checks.set(name, check)
      return () => {
        if (checks.get(name) === check) checks.delete(name)
      }
    },
    hasField: (name) => checks.has(name),
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
