/** Schemas for the parameters of calls. Their problems become Stripe's own errors. */
import * as z from 'zod/mini'
import { StripeError } from './stripe-error.ts'

export const text = (maxLength = 5_000) => z.string().check(z.maxLength(maxLength))

const integerText = z.refine((given) => /^-?\d{1,15}$/.test(String(given)), {
  error: ({ input }) => `Invalid integer: ${input}`,
  params: { code: 'parameter_invalid_integer' },
})
export const integer = z.pipe(z.string().check(integerText), z.transform(Number))

export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((given) => given === 'true'),
)

/** Unix seconds, or `now`. */
export const instant = z.union([z.literal('now'), integer])

const isUrl = (given: string) =>
  /^https?:\/\//.test(given) && URL.canParse(given.replace('{', '').replace('}', ''))
export const url = z
  .string()
  .check(z.refine(isUrl, { error: 'Not a valid URL', params: { code: 'url_invalid' } }))

/** Reads an empty string as null. */
export function clearable<Schema extends z.ZodMiniType>(schema: Schema) {
  const nothing = z.pipe(
    z.literal(''),
    z.transform(() => null),
  )
  return z.union([nothing, schema])
}

export const metadata = z.pipe(
  clearable(z.record(z.string(), text(500))),
  z.transform((given) => given ?? {}),
)

/** An object whose fields are optional. Other fields are refused. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.partial(z.strictObject(shape))
}

/** @throws StripeError for the first parameter that is unknown, missing or invalid */
export function parseParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, given, { reportInput: true })
  const issue = error?.issues[0]
  if (!issue) return data as z.output<Schema>
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const [first = '', ...rest] = [...issue.path, ...unknown].map(String)
  const param = first + rest.map((name) => `[${name}]`).join('')
  if (unknown.length > 0)
    throw new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  if (issue.input === undefined)
    throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.code === 'custom') throw new StripeError(issue.message, { code: issue.params?.code, param })
  const reason = issue.code === 'invalid_value' ? `: must be one of ${issue.values.join(', ')}` : ''
  throw new StripeError(`Invalid ${param}${reason}`, { param })
}
