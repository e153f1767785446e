import { tokenExpirationMaxLength } from '@portal/contract/limits'
import { parseTimeString } from '@portal/contract/time-string'
import { Button } from '@portal/ui/buttons/button'
import { useFormValue } from '@portal/ui/fields/form-context'
import { TimeStringField } from '@portal/ui/fields/time-string-field'
import { formatRelativeTime, toDate } from '@portal/ui/lib/format-timestamp'
import { useNow } from '@portal/ui/lib/use-now'
import { useMemo } from 'react'

const presets = [
  { label: '7 days', text: '7d' },
  { label: '30 days', text: '30d' },
  { label: '90 days', text: '90d' },
  { label: '1 year', text: '1y' },
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

/** Shows the resulting date, so that a user who means a month by `1m` notices that it is a minute. */
function ResultingDate({ text }: { text: unknown }) {
  const now = useNow({ intervalMs: 1_000, isRunning: true })
  const expiry = expiryOf(text, now)
  return (
    <p aria-hidden="true" className="min-h-5 text-sm">
      {expiry && (
        <>
          Expires <span className="font-medium tabular-nums">{formatExpiry(expiry, now)}</span>
        </>
      )}
    </p>
  )
}

export interface TokenExpirationFieldProps {
  /** Fills the field with a preset. */
  onPreset: (text: string) => void
  isDisabled: boolean
}

/** The lifetime of a token: a time string with presets, and the resulting expiry date. */
export function TokenExpirationField({ onPreset, isDisabled }: TokenExpirationFieldProps) {
  const text = useFormValue('expiration')
  // Announced only when the text changes, not every second.
  const announced = useMemo(() => {
    const now = new Date()
    const expiry = expiryOf(text, now)
    return expiry ? `Expires ${formatExpiry(expiry, now)}` : ''
  }, [text])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TimeStringField
        name="expiration"
        label="Expiration"
        isRequired
        maxLength={tokenExpirationMaxLength}
        placeholder="90d"
        hint="A time string such as 48h, 1d, 1m (1 minute) or 1y"
      />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Common expirations</legend>
        {presets.map((preset) => (
          <Button
            key={preset.text}
            size="xs"
            variant="soft"
            tone={preset.text === text ? 'accent' : 'neutral'}
            isDisabled={isDisabled}
            onPress={() => onPreset(preset.text)}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <ResultingDate text={text} />
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}
