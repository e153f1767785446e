import { tokenExpirationMaxLength } from '@portal/contract/limits'
import { parseTimeString } from '@portal/contract/time-string'
import { Button } from '@portal/ui/buttons/button'
import { useFormValue } from '@portal/ui/fields/form-context'
import { TimeStringField } from '@portal/ui/fields/time-string-field'
import { formatExactTime, formatRelativeTime, toDate } from '@portal/ui/lib/format-timestamp'
import { useNow } from '@portal/ui/lib/use-now'
import { useMemo } from 'react'

const presets = [
  { label: '7 days', text: '7d' },
  { label: '30 days', text: '30d' },
  { label: '90 days', text: '90d' },
  { label: '1 year', text: '1y' },
] as const

/** When a token with this lifetime would expire; undefined for what is no lifetime, or none that a calendar holds. */
export function expiryOf(text: unknown, now: Date): Date | undefined {
  const lifetimeMs = typeof text === 'string' ? parseTimeString(text) : undefined
  return lifetimeMs !== undefined && lifetimeMs > 0 ? toDate(now.getTime() + lifetimeMs) : undefined
}

/** Says the date, so that nobody who types `1m` takes the minute for a month. */
function ResultingDate({ text }: { text: unknown }) {
  const now = useNow({ intervalMs: 1_000, isRunning: true })
  const expiry = expiryOf(text, now)
  return (
    <p aria-hidden="true" className="min-h-5 text-sm">
      {expiry && (
        <>
          Expires <span className="font-medium">{formatRelativeTime(expiry, now)}</span>, on{' '}
          <span className="tabular-nums">{formatExactTime(expiry)}</span>
        </>
      )}
    </p>
  )
}

export interface TokenExpirationFieldProps {
  /** Puts a preset into the form. */
  onPreset: (text: string) => void
  isDisabled: boolean
}

/** How long a token is to live: a time string, presets beside it, and the date that results. */
export function TokenExpirationField({ onPreset, isDisabled }: TokenExpirationFieldProps) {
  const text = useFormValue('expiration')
  // Told when the text changes, not with every second that goes by.
  const announced = useMemo(() => {
    const now = new Date()
    const expiry = expiryOf(text, now)
    return expiry ? `Expires ${formatRelativeTime(expiry, now)}, on ${formatExactTime(expiry)}` : ''
  }, [text])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TimeStringField
        name="expiration"
        label="Expiration"
        isRequired
        maxLength={tokenExpirationMaxLength}
        placeholder="90d"
        hint="A time string such as 48h, 1d, 1m (a minute) or 1y"
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
