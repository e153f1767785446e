/**
 * How a form uses a schema. Any Standard Schema works, such as those of `zod` and `zod/mini`. The form and the server
 * can share a schema, so that both reject the same values with the same messages.
 */

/** One rejected value. `path` is dotted ("companyInformation.legalName"), `message` is the sentence to show. */
export interface FormIssue {
  path: string
  message: string
}

interface SchemaIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** The part of Standard Schema that forms need. */
export interface FormSchema<Input, Output = Input> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output }
  }
}

/** A schema of which only the output type matters. */
export interface CheckingSchema<Output> {
  readonly '~standard': Pick<FormSchema<unknown, Output>['~standard'], 'validate'>
}

/** The initial values of a form: any part of the values, with null for those not known yet. */
export type FormDefaults<Values> = Values extends readonly unknown[]
  ? Values
  : Values extends object
    ? { [Key in keyof Values]?: FormDefaults<Values[Key]> | null }
    : Values

/** Checks values against the schema. Returns the schema's output, or the first message for each dotted path. */
export async function checkSchema<Output>(
  schema: CheckingSchema<Output> | undefined,
  values: unknown,
): Promise<{ output: Output | undefined; messages: Map<string, string> }> {
  const messages = new Map<string, string>()
  if (!schema) return { output: undefined, messages }
  const result = await schema['~standard'].validate(values)
  if (!result.issues) return { output: result.value, messages }
  for (const { path = [], message } of result.issues) {
    const dotted = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    if (!messages.has(dotted)) messages.set(dotted, message)
  }
  return { output: undefined, messages }
}

/** Returns the issues of an error that has any: `error.issues`, each with a path and a message. */
export function issuesOfError(error: unknown): readonly FormIssue[] | undefined {
  if (typeof error !== 'object' || error === null || !('issues' in error)) return undefined
  const { issues } = error
  return Array.isArray(issues) && issues.length > 0 && issues.every(isFormIssue) ? issues : undefined
}

function isFormIssue(issue: unknown): issue is FormIssue {
  return (
    typeof issue === 'object' &&
    issue !== null &&
    'path' in issue &&
    'message' in issue &&
    typeof issue.path === 'string' &&
    typeof issue.message === 'string'
  )
}

/** Replaces empty strings with null, so that an untouched field doesn't count as changed. */
export function emptyTextsToNull(value: unknown): unknown {
  if (value === '') return null
  if (Array.isArray(value)) return value.map(emptyTextsToNull)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptyTextsToNull(part)]))
}
