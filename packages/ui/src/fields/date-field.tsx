import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Spinner } from '../feedback/spinner.tsx'
import { controlButton, controlPopover } from '../lib/control-style.ts'
import { fieldMessages } from '../lib/field-schema.ts'
import { isIsoDate, normalizeDate } from '../lib/normalize.ts'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.ts'

// The calendar and its date library are loaded when the user first opens it.
const DateCalendar = lazy(() => import('./date-calendar.tsx'))

export interface DateFieldProps extends FieldProps<string | null> {
  /** The first allowed day, YYYY-MM-DD. */
  min?: string
  /** The last allowed day, YYYY-MM-DD. */
  max?: string
  /** Default: 'YYYY-MM-DD'. */
  placeholder?: string
  isReadOnly?: boolean
}

/** A field for a day that users type or choose from a calendar. Its value is a text in the form YYYY-MM-DD. */
export function DateField(props: DateFieldProps) {
  const { min, max, ...shared } = props
  const look = useFieldLook(props)
  const frame = useRef<HTMLDivElement>(null)
  const rangeProblem = (value: unknown) => {
    if (typeof value !== 'string' || !isIsoDate(value)) return undefined
    return (min && value < min) || (max && value > max) ? fieldMessages.pattern : undefined
  }
  const validate = (value: unknown) => rangeProblem(value) ?? props.validate?.(value)
  const field = useField<string | null>({ ...props, format: 'date', validate }, null)
  const calendar = (
    <DialogTrigger>
      <Button
        aria-label={`Choose ${props.label} from a calendar`}
        isDisabled={look.isDisabled || props.isReadOnly}
        className={controlButton}
      >
        <CalendarDays aria-hidden className="size-4" />
      </Button>
      <Popover triggerRef={frame} placement="bottom start" offset={4} className={controlPopover}>
        <Dialog aria-label={props.label} className="outline-none">
          {({ close }) => (
            <Suspense
              fallback={
                <div className="grid h-[308px] w-[248px] place-items-center">
                  <Spinner />
                </div>
              }
            >
              <DateCalendar
                value={field.value}
                min={min}
                max={max}
                onChoose={(isoDate) => {
                  field.change(isoDate)
                  field.leave()
                  close()
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
  return (
    <TextControl
      {...shared}
      field={field}
      parse={normalizeDate}
      look={look}
      autoComplete="off"
      inputMode="numeric"
      placeholder={props.placeholder ?? 'YYYY-MM-DD'}
      after={calendar}
      frameRef={frame}
    />
  )
}
