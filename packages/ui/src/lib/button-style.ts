import { tv, type VariantProps } from 'tailwind-variants/lite'
import { focusRing } from './focus-ring.ts'

const style = tv({
  base: `${focusRing} relative inline-flex shrink-0 select-none items-center justify-center rounded-md border font-medium whitespace-nowrap no-underline transition-colors motion-safe:pressed:scale-[0.985]`,
  variants: {
    size: {
      xs: 'h-6 gap-1 px-2 text-xs',
      sm: 'h-7 gap-1.5 px-2.5 text-sm',
      md: 'h-8.5 gap-1.5 px-3 text-sm',
    },
    variant: {
      solid: 'border-transparent',
      outline: 'bg-surface-raised shadow-raised',
      soft: '',
      ghost: 'border-transparent',
    },
    isIconOnly: { true: 'aspect-square px-0!' },
    isInert: { true: 'cursor-not-allowed! opacity-55 shadow-none' },
    isBusy: { true: 'cursor-progress!' },
  },
  defaultVariants: { size: 'md' },
})

type Variants = VariantProps<typeof style>

export type ButtonVariant = NonNullable<Variants['variant']>
export type ButtonSize = NonNullable<Variants['size']>
export type ButtonTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const looks: Record<ButtonTone, Record<ButtonVariant, string>> = {
  neutral: {
    solid: 'bg-content text-content-inverse hover:opacity-90 pressed:opacity-80',
    outline: 'border-line-control text-content hover:bg-control-hover pressed:bg-control-pressed',
    soft: 'border-transparent bg-surface-hover text-content hover:bg-surface-pressed pressed:bg-surface-pressed',
    ghost: 'text-content-muted hover:bg-surface-hover hover:text-content pressed:bg-surface-pressed',
  },
  accent: {
    solid: 'bg-accent text-on-accent shadow-raised hover:bg-accent-hover pressed:bg-accent-pressed',
    outline: 'border-accent-line text-accent-text hover:bg-accent-soft pressed:bg-accent-soft',
    soft: 'border-accent-soft bg-accent-soft text-accent-text hover:border-accent-line pressed:border-accent-line',
    ghost: 'text-accent-text hover:bg-accent-soft pressed:bg-accent-soft',
  },
  success: {
    solid: 'bg-success text-on-success shadow-raised hover:bg-success-hover pressed:bg-success-pressed',
    outline: 'border-success-line text-success-text hover:bg-success-soft pressed:bg-success-soft',
    soft: 'border-success-soft bg-success-soft text-success-text hover:border-success-line pressed:border-success-line',
    ghost: 'text-success-text hover:bg-success-soft pressed:bg-success-soft',
  },
  warning: {
    solid: 'bg-warning text-on-warning shadow-raised hover:bg-warning-hover pressed:bg-warning-pressed',
    outline: 'border-warning-line text-warning-text hover:bg-warning-soft pressed:bg-warning-soft',
    soft: 'border-warning-soft bg-warning-soft text-warning-text hover:border-warning-line pressed:border-warning-line',
    ghost: 'text-warning-text hover:bg-warning-soft pressed:bg-warning-soft',
  },
  danger: {
    solid: 'bg-danger text-on-danger shadow-raised hover:bg-danger-hover pressed:bg-danger-pressed',
    outline: 'border-danger-line text-danger-text hover:bg-danger-soft pressed:bg-danger-soft',
    soft: 'border-danger-soft bg-danger-soft text-danger-text hover:border-danger-line pressed:border-danger-line',
    ghost: 'text-danger-text hover:bg-danger-soft pressed:bg-danger-soft',
  },
}

interface ButtonStyle extends Variants {
  tone: ButtonTone
  variant: ButtonVariant
  className?: string | undefined
}

/** The classes of buttons, and of links that look like buttons. A disabled button of any tone is gray. */
export function buttonStyle({ tone, variant, className = '', ...rest }: ButtonStyle): string {
  const { isInert } = rest
  const shown = isInert && variant === 'solid' ? 'soft' : variant
  return style({ ...rest, variant: shown, class: `${looks[isInert ? 'neutral' : tone][shown]} ${className}` })
}
