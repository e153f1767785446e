import { rotationOverlapDefault } from '@portal/contract/limits'

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
