import { rotationOverlapDefault } from '@portal/contract/limits'
import { RadioGroup } from '@portal/ui/fields/radio-group'

/** How long the previous secret of a token can continue to work. */
export const overlapOptions = [
  { value: '1h', label: '1 hour' },
  { value: rotationOverlapDefault, label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  {
    value: '0',
    label: 'Not at all',
    description: 'Programs that use the old secret fail until they have the new one.',
  },
]

/** Chooses the overlap in a form that gives a token a new secret. */
export function OverlapField() {
  return (
    <RadioGroup
      name="overlap"
      label="How long the old secret continues to work"
      options={overlapOptions}
      isRequired
    />
  )
}
