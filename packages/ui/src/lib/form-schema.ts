/**
 * How a form reads a schema: any that follows Standard Schema, such as those of `zod` and `zod/mini`. The form, the call and the
 * server then refuse the same things in the same words.
 */

/** One refused value: `path` is dotted ("companyInformation.legalName"), `message` is the sentence to show. */
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

/** A schema by what it gives out alone. */
export interface CheckingSchema<Output> {
  readonly '~standard': Pick<FormSchema<unknown, Output>['~standard'], 'validate'>
}

/** What a form may start with: a part of the values, and null wherever nothing is known yet. */
export type FormDefaults<Values> = Values extends readonly unknown[]
  ? Values
  : Values extends object
    ? { [Key in keyof Values]?: FormDefaults<Values[Key]> | null }
    : Values

/** The schema's verdict: the values as it gives them out, or the first message for each dotted path. */
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

/** The issues that an error carries, if it carries any: `error.issues`, each with a path and a message. */
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

/** An empty text is no value, from the beginning: a field that is left as it was has not changed. */
export function emptyTextsToNull(value: unknown): unknown {
  if (value === '') return null
  if (Array.isArray(value)) return value.map(emptyTextsToNull)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptyTextsToNull(part)]))
}
