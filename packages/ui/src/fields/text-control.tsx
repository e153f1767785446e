import {
  type FormEvent,
  type HTMLAttributes,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useState,
} from 'react'
import { Input, TextArea, TextField } from 'react-aria-components'
import { controlFrame, controlInput, frameState } from '../lib/control-style.ts'
import { whenPointerIsUp } from '../lib/when-pointer-is-up.ts'
import type { FieldLook, FieldProps } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'
import type { Field } from './use-field.ts'

export interface TextControlProps<Value>
  extends Pick<FieldProps<Value>, 'name' | 'label' | 'isLabelHidden' | 'isRequired' | 'className'> {
  field: Field<Value>
  /** Returns the value of a text: the normalized text or the number, or null for an empty text. */
  parse: (text: string) => Value
  look: FieldLook
  isReadOnly?: boolean
  onLeave?: () => void
  type?: HTMLInputTypeAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  placeholder?: string
  hasAutoFocus?: boolean
  /** Renders a text area when greater than 1. */
  rows?: number
  /** Renders a text area that does not accept line breaks. */
  isOneParagraph?: boolean
  isMonospace?: boolean
  step?: number
  min?: number
  max?: number
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onInput?: (event: FormEvent<HTMLInputElement>) => void
  before?: ReactNode
  after?: ReactNode
  /** The frame around the input, so that a popover can align with it. */
  frameRef?: Ref<HTMLDivElement>
  /** Content between the control and the hint. */
  below?: ReactNode
}

/** Replaces each line break with one space before React reads the value, so that the caret keeps its position. */
function foldLineBreaks({ currentTarget: area }: FormEvent<HTMLTextAreaElement>) {
  const folded = area.value.replace(/[\r\n\u2028\u2029]/g, ' ')
  if (folded === area.value) return
  const { selectionStart, selectionEnd } = area
  area.value = folded
  area.setSelectionRange(selectionStart, selectionEnd)
}

function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/**
 * The single-line or multi-line input that all text-based fields share. The value is normalized from the start. The typed text
 * stays as it is until the field loses focus, because "1." may be the beginning of "1.5".
 */
export function TextControl<Value extends string | number | null>(props: TextControlProps<Value>) {
  const { field, parse, look, rows = 1, isOneParagraph = false } = props
  const [draft, setDraft] = useState<string>()
  // The value no longer matches the typed text after a reset, for example.
  const isDraftValid = draft !== undefined && (parse(draft) ?? '') === (field.value ?? '')
  const text = isDraftValid ? draft : String(field.value ?? '')
  const isArea = rows > 1 || isOneParagraph
  const { isDisabled, isLocked } = look
  const isReadOnly = props.isReadOnly === true || isLocked
  const isRefused = field.error !== undefined
  const isFreeText =
    !props.isMonospace && (isArea || (props.type ?? 'text') === 'text' || props.type === 'search')
  const shared = {
    placeholder: props.placeholder,
    'aria-disabled': isLocked || undefined,
    // Names can be in any script. Addresses, numbers and codes are always left to right.
    dir: isFreeText ? 'auto' : undefined,
    className: `${controlInput}${props.isMonospace ? ' font-mono' : ''}`,
  }
  return (
    <TextField
      name={props.name}
      value={text}
      onChange={(typed) => {
        setDraft(typed)
        field.change(parse(typed))
      }}
      onBlur={() => {
        whenPointerIsUp(() => setDraft(undefined))
        props.onLeave?.()
        field.leave()
      }}
      isRequired={props.isRequired}
      isDisabled={isDisabled && !isLocked}
      isReadOnly={isReadOnly}
      isInvalid={isRefused}
      validationBehavior="aria"
      autoComplete={props.autoComplete}
      autoFocus={props.hasAutoFocus}
      type={isArea ? undefined : (props.type ?? 'text')}
      inputMode={props.inputMode}
      data-refused={isRefused || undefined}
      className={`flex min-w-0 flex-col gap-1.5 ${props.className ?? ''}`}
    >
      <FieldShell
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        isRequired={props.isRequired}
        hint={look.hint}
        spokenHint={look.spokenHint}
        error={field.error}
      >
        <div
          ref={props.frameRef}
          className={controlFrame({
            size: look.size,
            state: frameState({ disabled: isDisabled, readOnly: isReadOnly, refused: isRefused }),
          })}
        >
          {props.before}
          {isArea ? (
            <TextArea
              {...shared}
              {...(isOneParagraph && { onInput: foldLineBreaks, onKeyDown: ignoreEnter })}
              rows={rows}
              className={`${shared.className} field-sizing-content max-h-96 resize-y py-1.5${isOneParagraph ? ' supports-[field-sizing:content]:resize-none' : ''}`}
              style={isOneParagraph ? undefined : { minHeight: `${rows * 20 + 14}px` }}
            />
          ) : (
            <Input
              {...shared}
              step={props.step}
              min={props.min}
              max={props.max}
              onKeyDown={props.onKeyDown}
              onInput={props.onInput}
            />
          )}
          {props.after}
        </div>
        {props.below}
      </FieldShell>
    </TextField>
  )
}
