import { tokenLifetimeMinMs } from '@portal/contract/limits'
import { formatDuration, parseTimeString } from '@portal/contract/text/time-string'
import { SegmentedControl } from '@portal/ui/buttons/segmented-control'
import { FieldErrorText, fieldErrorClass } from '@portal/ui/fields/field-shell'
import { TimeStringField } from '@portal/ui/fields/time-string-field'
import { formatRelativeTime, toDate } from '@portal/ui/lib/format-timestamp'
import { serverNow } from '@portal/ui/lib/server-clock'
import { useNow } from '@portal/ui/lib/use-now'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'

const presets = [
  { label: '7 days', value: '7d' },
  { label: '30 days', value: '30d' },
  { label: '90 days', value: '90d' },
  { label: '1 year', value: '1y' },
] as const

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Returns when a token with this lifetime would expire, or undefined for an invalid or out-of-range lifetime. */
export function expiryOf(text: unknown, now: Date): Date | undefined {
  const lifetimeMs = typeof text === 'string' ? parseTimeString(text) : undefined
  return lifetimeMs !== undefined && lifetimeMs > 0 ? toDate(now.getTime() + lifetimeMs) : undefined
}

/** Formats an expiry as "in 1 minute", "Nov 24, 2026, 2:41 PM" or "Nov 22, 2036", depending on how far away it is. */
export function formatExpiry(expiry: Date, now: Date): string {
  const lifetimeMs = expiry.getTime() - now.getTime()
  if (lifetimeMs < dayMs) return formatRelativeTime(expiry, now)
  return lifetimeMs < weekMs
    ? expiry.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    : expiry.toLocaleDateString('en-US', { dateStyle: 'medium' })
}

/** Describes the result of a lifetime: the expiry, or why the API would refuse it. Undefined for an unfinished text. */
function describeLifetime(text: unknown, now: Date, maxMs: number) {
  const expiry = expiryOf(text, now)
  if (!expiry) return undefined
  const lifetimeMs = expiry.getTime() - now.getTime()
  if (lifetimeMs > maxMs) return { refusal: `Longer than the maximum of ${formatDuration(maxMs)}` }
  if (lifetimeMs < tokenLifetimeMinMs)
    return { refusal: `Shorter than the minimum of ${formatDuration(tokenLifetimeMinMs)}` }
  return { expires: formatExpiry(expiry, now) }
}

/** Shows the resulting date, so that a user who means a month by `1m` notices that it is a minute. */
function ResultingDate({ text, maxMs }: { text: unknown; maxMs: number }) {
  const now = useNow({ intervalMs: 1_000, isRunning: true })
  const result = describeLifetime(text, now, maxMs)
  if (!result) return null
  return (
    <p aria-hidden="true" className="text-sm">
      {/*
        Hidden once the user leaves the field, because the field's own error then says the same. Next to the presets, so that they
        don't move away from a click that takes the focus from the field.
      */}
      {result.refusal && (
        <span className={`${fieldErrorClass} group-has-[[aria-invalid]:not(:focus)]:hidden`}>
          <FieldErrorText>{result.refusal}</FieldErrorText>
        </span>
      )}
      {result.expires && (
        <>
          Expires <span className="font-medium tabular-nums">{result.expires}</span>
        </>
      )}
    </p>
  )
}

export interface TokenExpirationFieldProps {
  maxLifetimeMs: number
  /** Fills the field with a preset. */
  onPreset: (text: string) => void
  isDisabled: boolean
}

/** The lifetime of a token: a time string with presets, and the resulting expiry date. */
export function TokenExpirationField({ maxLifetimeMs, onPreset, isDisabled }: TokenExpirationFieldProps) {
  const text: unknown = useWatch({ name: 'expiration' })
  // Announced only when the text changes, not every second.
  const announced = useMemo(() => {
    const result = describeLifetime(text, serverNow(), maxLifetimeMs)
    return result?.refusal ?? (result ? `Expires ${result.expires}` : '')
  }, [text, maxLifetimeMs])
  const offered = presets.filter(({ value }) => (parseTimeString(value) ?? 0) <= maxLifetimeMs)
  return (
    <div className="group flex min-w-0 flex-col gap-2">
      <TimeStringField
        name="expiration"
        label="Expiration"
        isRequired
        placeholder="90d"
        hint="A time string such as 48h, 1d, 1m (1 minute) or 1y."
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SegmentedControl
          label="Common expirations"
          options={offered}
          value={offered.find(({ value }) => value === text)?.value}
          onChange={onPreset}
          isDisabled={isDisabled}
        />
        <ResultingDate text={text} maxMs={maxLifetimeMs} />
      </div>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}
