/**
 * Declares and parses the parameters of calls. Unknown, missing and invalid parameters are refused with Stripe's own
 * errors.
 */
import type { FormTree } from './form-tree.ts'
import { StripeError } from './stripe-error.ts'
import type { Metadata } from './stripe-objects.ts'

export interface Parameter<Value> {
  isRequired?: boolean
  read(raw: FormTree | string, path: string): Value
}

export type Shape = Record<string, Parameter<unknown>>
type ValueOf<P> = P extends { isRequired: true; read(...given: never[]): infer Value }
  ? Value
  : P extends Parameter<infer Value>
    ? Value | undefined
    : never
export type Read<S extends Shape> = { [Name in keyof S]: ValueOf<S[Name]> }

function asText(raw: FormTree | string, path: string): string {
  if (typeof raw === 'string') return raw
  throw new StripeError(`Invalid string: ${JSON.stringify(raw)}`, { param: path })
}

function asTree(raw: FormTree | string, path: string): FormTree {
  if (typeof raw !== 'string') return raw
  throw new StripeError('Invalid object', { param: path })
}

/** A string of at most `maxLength` characters. */
export function text(maxLength = 5_000): Parameter<string> {
  return {
    read(raw, path) {
      const value = asText(raw, path)
      if (value.length <= maxLength) return value
      const shown = `${value.slice(0, 8)}...${value.slice(-8)}`
      throw new StripeError(`Invalid string: ${shown}; must be at most ${maxLength} characters`, {
        param: path,
      })
    },
  }
}

export function oneOf<const Value extends string>(...values: Value[]): Parameter<Value> {
  return {
    read(raw, path) {
      const given = asText(raw, path)
      const found = values.find((value) => value === given)
      if (found !== undefined) return found
      throw new StripeError(`Invalid ${path}: must be one of ${values.join(', ')}`, { param: path })
    },
  }
}

export const integer: Parameter<number> = {
  read(raw, path) {
    const given = asText(raw, path)
    if (/^-?\d{1,15}$/.test(given)) return Number(given)
    throw new StripeError(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param: path })
  },
}

export const flag: Parameter<boolean> = {
  read(raw, path) {
    const given = asText(raw, path)
    if (given === 'true' || given === 'false') return given === 'true'
    throw new StripeError(`Invalid boolean: ${given}`, { param: path })
  },
}

/** Unix seconds, or a keyword such as `now`. */
export function instantOr<const Word extends string>(word: Word): Parameter<number | Word> {
  return {
    read: (raw, path) => (raw === word ? word : integer.read(raw, path)),
  }
}

/** Reads an empty string as null. */
export function clearable<Value>(parameter: Parameter<Value>): Parameter<Value | null> {
  return { read: (raw, path) => (raw === '' ? null : parameter.read(raw, path)) }
}

export const metadata: Parameter<Metadata> = {
  read(raw, path) {
    if (raw === '') return {}
    const entries = Object.entries(asTree(raw, path)).map(([key, value]) => [
      key,
      text(500).read(value, `${path}[${key}]`),
    ])
    return Object.fromEntries(entries)
  },
}

export function listOf<Value>(parameter: Parameter<Value>): Parameter<Value[]> {
  return {
    read(raw, path) {
      if (typeof raw === 'string') throw new StripeError('Invalid array', { param: path })
      return Object.entries(raw).map(([at, value]) => parameter.read(value, `${path}[${at}]`))
    },
  }
}

export function fields<S extends Shape>(shape: S): Parameter<Read<S>> {
  return { read: (raw, path) => readParameters(shape, asTree(raw, path), path) }
}

export function required<Value>(parameter: Parameter<Value>): Parameter<Value> & { isRequired: true } {
  return { ...parameter, isRequired: true }
}

/** Parses all parameters of a call. Throws for the first one that is unknown, missing or invalid. */
export function readParameters<S extends Shape>(shape: S, given: FormTree, under = ''): Read<S> {
  const nameOf = (name: string) => (under === '' ? name : `${under}[${name}]`)
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(shape, name)) continue
    const param = nameOf(name)
    throw new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(shape)) {
    const raw = given[name]
    const param = nameOf(name)
    if (raw !== undefined) values[name] = parameter.read(raw, param)
    else if (parameter.isRequired === true)
      throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  return values as Read<S>
}
