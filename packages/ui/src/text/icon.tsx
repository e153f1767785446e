import { tv, type VariantProps } from 'tailwind-variants/lite'
import { type IconName, resolveIcon } from '../lib/resolve-icon.ts'

const iconStyle = tv({
  base: 'inline-block shrink-0',
  variants: {
    size: {
      full: 'size-full',
      '2xs': 'size-2.5',
      xs: 'size-3',
      sm: 'size-4',
      md: 'size-5',
      lg: 'size-6',
      xl: 'size-8',
      '2xl': 'size-12',
      inherit: 'size-[1em]',
      none: '',
    },
    isSpinning: { true: 'animate-spin' },
  },
  defaultVariants: { size: 'md' },
})

export type IconSize = NonNullable<VariantProps<typeof iconStyle>['size']>

export interface IconProps {
  /** A name from `lib/icon-set.ts`. Add `--left`, `--right`, `--up`, `--down`, … to rotate it. */
  name: IconName
  /**
   * 2xs 10, xs 12, sm 16, md 20 (default), lg 24, xl 32, 2xl 48 px. `full` fills its box and `inherit` follows the text
   * size.
   */
  size?: IconSize
  /** Accessible name, for an icon without adjacent text. Without it, the icon is decorative. */
  label?: string
  className?: string
}

/** One icon of the set. An unknown name shows a question circle. */
export function Icon({ name, size = 'md', label, className }: IconProps) {
  const { drawing: Drawing, rotationDegrees, isSpinning, isKnown } = resolveIcon(name)
  return (
    <Drawing
      className={iconStyle({ size, isSpinning, className })}
      style={rotationDegrees === 0 ? undefined : { rotate: `${rotationDegrees}deg` }}
      strokeWidth={size === '2xs' || size === 'xs' ? 2.25 : 1.75}
      data-icon={isKnown ? name : 'question-circle'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
