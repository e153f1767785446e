import { tv, type VariantProps } from 'tailwind-variants/lite'
import { focusRing } from './focus-ring.ts'

const style = tv({
  base: `${focusRing} relative inline-flex shrink-0 select-none items-center justify-center rounded-md border font-medium whitespace-nowrap no-underline transition-colors motion-safe:pressed:scale-[0.985]`,
  variants: {
    size: {
      xs: 'h-6 gap-1 px-2 text-xs',
      sm: 'h-7 gap-1.5 px-2.5 text-sm',
      md: 'h-8.5 gap-1.5 px-3 text-sm',
      lg: 'h-10 gap-2 px-4 text-base',
    },
    variant: { solid: 'border-transparent', outline: '', soft: '', ghost: 'border-transparent' },
    tone: { neutral: '', accent: '', success: '', warning: '', danger: '' },
    isIconOnly: { true: 'px-0!' },
    isFullWidth: { true: 'w-full' },
    isInert: {
      true: 'cursor-not-allowed! opacity-55 shadow-none',
      false: '',
    },
    isBusy: { true: 'cursor-progress!' },
  },
  compoundVariants: [
    {
      tone: 'neutral',
      variant: 'solid',
      class: 'bg-content text-content-inverse hover:opacity-90 pressed:opacity-80',
    },
    {
      tone: 'accent',
      variant: 'solid',
      class: 'bg-accent text-on-accent shadow-raised hover:bg-accent-hover pressed:bg-accent-pressed',
    },
    {
      tone: 'success',
      variant: 'solid',
      class: 'bg-success text-on-success shadow-raised hover:bg-success-hover pressed:bg-success-pressed',
    },
    {
      tone: 'warning',
      variant: 'solid',
      class: 'bg-warning text-on-warning shadow-raised hover:bg-warning-hover pressed:bg-warning-pressed',
    },
    {
      tone: 'danger',
      variant: 'solid',
      class: 'bg-danger text-on-danger shadow-raised hover:bg-danger-hover pressed:bg-danger-pressed',
    },
    {
      variant: 'outline',
      class: 'bg-surface-raised shadow-raised',
    },
    {
      tone: 'neutral',
      variant: 'outline',
      class: 'border-line-control text-content hover:bg-control-hover pressed:bg-control-pressed',
    },
    {
      tone: 'accent',
      variant: 'outline',
      class: 'border-accent-line text-accent-text hover:bg-accent-soft pressed:bg-accent-soft',
    },
    {
      tone: 'success',
      variant: 'outline',
      class: 'border-success-line text-success-text hover:bg-success-soft pressed:bg-success-soft',
    },
    {
      tone: 'warning',
      variant: 'outline',
      class: 'border-warning-line text-warning-text hover:bg-warning-soft pressed:bg-warning-soft',
    },
    {
      tone: 'danger',
      variant: 'outline',
      class: 'border-danger-line text-danger-text hover:bg-danger-soft pressed:bg-danger-soft',
    },
    {
      tone: 'neutral',
      variant: 'soft',
      class:
        'border-transparent bg-surface-hover text-content hover:bg-surface-pressed pressed:bg-surface-pressed',
    },
    {
      tone: 'accent',
      variant: 'soft',
      class:
        'border-accent-soft bg-accent-soft text-accent-text hover:border-accent-line pressed:border-accent-line',
    },
    {
      tone: 'success',
      variant: 'soft',
      class:
        'border-success-soft bg-success-soft text-success-text hover:border-success-line pressed:border-success-line',
    },
    {
      tone: 'warning',
      variant: 'soft',
      class:
        'border-warning-soft bg-warning-soft text-warning-text hover:border-warning-line pressed:border-warning-line',
    },
    {
      tone: 'danger',
      variant: 'soft',
      class:
        'border-danger-soft bg-danger-soft text-danger-text hover:border-danger-line pressed:border-danger-line',
    },
    {
      tone: 'neutral',
      variant: 'ghost',
      class: 'text-content-muted hover:bg-surface-hover hover:text-content pressed:bg-surface-pressed',
    },
    {
      tone: 'accent',
      variant: 'ghost',
      class: 'text-accent-text hover:bg-accent-soft pressed:bg-accent-soft',
    },
    {
      tone: 'success',
      variant: 'ghost',
      class: 'text-success-text hover:bg-success-soft pressed:bg-success-soft',
    },
    {
      tone: 'warning',
      variant: 'ghost',
      class: 'text-warning-text hover:bg-warning-soft pressed:bg-warning-soft',
    },
    {
      tone: 'danger',
      variant: 'ghost',
      class: 'text-danger-text hover:bg-danger-soft pressed:bg-danger-soft',
    },
    { isIconOnly: true, size: 'xs', class: 'w-6' },
    { isIconOnly: true, size: 'sm', class: 'w-7' },
    { isIconOnly: true, size: 'md', class: 'w-8.5' },
    { isIconOnly: true, size: 'lg', class: 'w-10' },
  ],
  defaultVariants: { size: 'md', tone: 'neutral', variant: 'outline', isInert: false },
})

type Variants = VariantProps<typeof style>

/** The classes of buttons, and of links that look like buttons. A disabled button of any tone is gray. */
export function buttonStyle({ tone, variant, isInert, ...rest }: Variants & { className?: string }) {
  return style({
    ...rest,
    isInert,
    tone: isInert ? 'neutral' : tone,
    variant: isInert && variant === 'solid' ? 'soft' : variant,
  })
}

export type ButtonVariant = NonNullable<Variants['variant']>
export type ButtonTone = NonNullable<Variants['tone']>
export type ButtonSize = NonNullable<Variants['size']>
