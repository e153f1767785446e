import { type ReactNode, useId } from 'react'
import { tv } from 'tailwind-variants/lite'

const card = tv({
  slots: {
    root: 'flex flex-col rounded-lg border bg-surface-raised text-content text-base shadow-raised',
    header: 'flex items-center justify-between gap-4',
    body: 'min-w-0 grow',
    footer: 'mt-auto flex flex-wrap items-center gap-2 border-line border-t',
  },
  variants: {
    padding: {
      none: { header: 'px-5 pt-4 pb-3', footer: 'px-5 py-3' },
      sm: { header: 'px-4 pt-3', body: 'px-4 py-3', footer: 'px-4 py-3' },
      md: { header: 'px-5 pt-4', body: 'px-5 py-4', footer: 'px-5 py-3' },
      lg: { header: 'px-5 pt-5', body: 'p-5', footer: 'px-5 py-4' },
    },
    tone: {
      neutral: { root: 'border-line' },
      danger: { root: 'border-danger-line' },
    },
    hasBody: { false: { header: 'pb-4' } },
    isInteractive: {
      true: { root: 'transition-colors hover:border-line-strong' },
    },
  },
  defaultVariants: { padding: 'md', tone: 'neutral' },
})

export interface CardProps {
  children?: ReactNode
  /** Makes the card a named section of the page. */
  title?: ReactNode
  description?: ReactNode
  /** Controls to the right of the title. */
  actions?: ReactNode
  footer?: ReactNode
  padding?: 'none' | 'sm' | 'md' | 'lg'
  /** `danger` for actions that can't be undone. */
  tone?: 'neutral' | 'danger'
  /** Darkens the edge under the pointer, for cards that are fully covered by a link. */
  isInteractive?: boolean
  className?: string
}

/** A raised surface that groups related content. */
export function Card({
  children,
  title,
  description,
  actions,
  footer,
  padding = 'md',
  tone = 'neutral',
  isInteractive = false,
  className,
}: CardProps) {
  const titleId = useId()
  const styles = card({ padding, tone, isInteractive, hasBody: children !== undefined })
  const Root = title ? 'section' : 'div'
  return (
    <Root className={styles.root({ class: className })} aria-labelledby={title ? titleId : undefined}>
      {title || actions ? (
        <header className={styles.header()}>
          <div className="min-w-0">
            {title ? (
              <h2 id={titleId} className="m-0 font-semibold text-lg text-content">
                {title}
              </h2>
            ) : null}
            {description ? <p className="m-0 mt-0.5 text-sm text-content-muted">{description}</p> : null}
          </div>
          {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children === undefined ? null : <div className={styles.body()}>{children}</div>}
      {footer ? <footer className={styles.footer()}>{footer}</footer> : null}
    </Root>
  )
}
