/** The types of configuration variables. Each one parses the text of an environment variable. */
import { type AccountLimitName, accountLimits, isAccountLimitName } from '@portal/contract/account-limits'
import { isEmail } from '@portal/contract/text/text-rules'
import { parseTimeString } from '@portal/contract/text/time-string'
import * as z from 'zod/mini'

export const flag = z.pipe(
  z.enum(['true', 'false', '1', '0'], 'must be true or false'),
  z.transform((text) => text === 'true' || text === '1'),
)
export const onOrOff = z.enum(['on', 'off'], 'must be on or off')

export const port = z.pipe(
  z.string().check(
    z.regex(/^\d{1,5}$/, 'must be a port number'),
    z.refine((text) => Number(text) <= 65_535, 'must be at most 65535'),
  ),
  z.transform(Number),
)
export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, 'must be a whole number'),
      z.refine((text) => Number(text) >= min && Number(text) <= max, `must be from ${min} to ${max}`),
    ),
    z.transform(Number),
  )
export const factor = z.pipe(
  z.string().check(
    z.regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'must be a number such as 1 or 0.5'),
    z.refine((text) => Number(text) > 0, 'must be above 0'),
  ),
  z.transform(Number),
)
export const share = z.pipe(
  z
    .string()
    .check(z.regex(/^(?:0|1|[01]?\.\d{1,6})$/, 'must be from 0 to 1'))
    .check(z.refine((text) => Number(text) <= 1, 'must be from 0 to 1')),
  z.transform(Number),
)
export const address = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
      'must be an http or https URL',
    ),
  )
/** A URL without its trailing slash. */
export const origin = z.pipe(
  address,
  z.transform((text) => text.replace(/\/+$/, '')),
)
export const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
)
const isAddress = (text: string) => isEmail(text.trim())
export const email = z.string().check(z.refine(isAddress, 'must be an email address'))
export const optionalEmail = z.union([z.literal(''), email])
export const emailList = z.pipe(
  list,
  z
    .array(z.string())
    .check(z.refine((items) => items.every(isAddress), 'must be email addresses, comma-separated')),
)
/** A name in quotation marks or without characters that separate addresses, and an address in angle brackets. */
const namedMailbox = /^(?:"[^"\\\p{Cc}]*" *|[^"<>()[\]\\,;:@\p{Cc}]*)<([^<>]*)>$/u
/** One sender, as an address alone or with a name. */
export const mailbox = z.string().check(
  z.maxLength(1_000),
  z.refine(
    (text) => isAddress(namedMailbox.exec(text.trim())?.[1] ?? text),
    'must be an email address, or a name with an address such as Portal <no-reply@example.com>',
  ),
)
export const smtpUrl = z
  .string()
  .check(
    z.refine(
      (text) => /^smtps?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
      'must be a URL that starts with smtp:// or smtps://',
    ),
  )
export const optionalAddress = z.union([z.literal(''), origin])
/** Issuers of identity tokens, compared with a token's `iss` character by character. */
export const issuerList = z.pipe(list, z.array(address))
/** Hosts as in a URL, with the port if it isn't the default. */
export const hostList = z.pipe(
  list,
  z.array(z.string().check(z.regex(/^[a-z0-9.[\]:-]{1,255}$/, 'must be hosts such as localhost:9007'))),
)
/** Headers in OpenTelemetry's format. */
export const headerList = z.pipe(
  list,
  z.array(z.string().check(z.regex(/^[\w-]{1,100}=\S{1,4000}$/, 'must be name=value, comma-separated'))),
)
/** Limits as name=value, such as `workspacesOwned=500`. */
export const limitList = z.pipe(
  z.pipe(
    list,
    z.array(
      z.string().check(
        z.regex(/^\w{1,50}=[1-9]\d{0,8}$/, 'must be name=value, comma-separated'),
        z.refine(
          (item) => isAccountLimitName(item.split('=', 1)[0] ?? ''),
          `must name one of ${Object.keys(accountLimits).join(', ')}`,
        ),
      ),
    ),
  ),
  z.transform(
    (items): Partial<Record<AccountLimitName, number>> =>
      Object.fromEntries(items.map((item) => item.split('=')).map(([name, most]) => [name, Number(most)])),
  ),
)
export const text = z.string().check(z.maxLength(20_000))
/** A host or domain name, or an empty string. */
export const domain = z
  .string()
  .check(
    z.regex(/^(?:\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*)?$/i, 'must be a domain name without a scheme, port or path'),
  )
export const databaseUrl = z
  .string()
  .check(
    z.regex(/^(?:postgres(?:ql)?:\/\/\S+)?$/, 'must be a URL that starts with postgres:// or postgresql://'),
  )

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
const familyOf = (ip: string) => (ipv4.safeParse(ip).success ? 4 : ipv6.safeParse(ip).success ? 6 : 0)

/** Whether the text is an IP address, a network in CIDR notation or a named network. */
function isNetwork(item: string): boolean {
  const [ip = '', bits, ...rest] = item.split('/')
  const family = familyOf(ip)
  if (family === 0 || rest.length > 0) return namedNetworks.includes(item)
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
export const networks = z.pipe(
  list,
  z
    .array(z.string())
    .check(
      z.refine((items) => items.every(isNetwork), 'must be IP addresses or networks such as 10.0.0.0/8'),
    ),
)
export const filledText = text.check(z.minLength(1, 'must not be empty'))

/** A duration in milliseconds. */
export const timeString = z.pipe(
  z.string().check(z.refine((text) => (parseTimeString(text) ?? 0) > 0, 'must be a time string such as 2y')),
  z.transform((text) => parseTimeString(text) ?? 0),
)

interface KeyFields {
  kty?: unknown
  crv?: unknown
  x?: unknown
  y?: unknown
  d?: unknown
  kid?: unknown
}

/** Whether the key has the fields of a P-256 key. Loading it shows whether they are valid. */
const isPoint = (key: KeyFields | null) =>
  key?.kty === 'EC' && key.crv === 'P-256' && typeof key.x === 'string' && typeof key.y === 'string'

/** JSON that satisfies the predicate, or an empty string. The problem never contains the text, which may be a private key. */
const optionalJson = (isFine: (value: unknown) => boolean, message: string) =>
  text.check(
    z.refine((given) => {
      if (given === '') return true
      try {
        return isFine(JSON.parse(given))
      } catch {
        return false
      }
    }, message),
  )

export const signingKey = optionalJson((value) => {
  const key = value as KeyFields | null
  return isPoint(key) && typeof key?.d === 'string'
}, 'must be a private P-256 key as JWK')
export const publishedKeys = optionalJson(
  (value) => (value as { keys: (KeyFields | null)[] }).keys.every((key) => isPoint(key) && Boolean(key?.kid)),
  'must be a JWK set of P-256 keys, each with a kid',
)
/** The name of a folder of legal documents, or an empty string. */
export const termsVersion = z
  .string()
  .check(z.regex(/^(?:\d{4}-\d{2}-\d{2})?$/, 'must be a version such as 2024-09-25'))
