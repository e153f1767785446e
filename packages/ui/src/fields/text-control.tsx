import type { FormEvent, HTMLAttributes, HTMLInputTypeAttribute, KeyboardEvent, ReactNode, Ref } from 'react'
import { Input, TextArea, TextField } from 'react-aria-components'
import { controlFrame, controlInput, frameState } from '../lib/control-style.ts'
import type { FieldLook } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'

export interface TextControlProps {
  name?: string
  label: string
  isLabelHidden?: boolean
  isRequired?: boolean
  look: FieldLook
  isReadOnly?: boolean
  text: string
  onTextChange: (text: string) => void
  onLeave: () => void
  error?: string
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
  className?: string
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

/** The single-line or multi-line input that all text-based fields share. It only shows text, without values or rules. */
export function TextControl(props: TextControlProps) {
  const { look, error, rows = 1, isOneParagraph = false } = props
  const isArea = rows > 1 || isOneParagraph
  const { isDisabled, isLocked } = look
  const isReadOnly = props.isReadOnly === true || isLocked
  const isRefused = error !== undefined
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
      value={props.text}
      onChange={props.onTextChange}
      onBlur={props.onLeave}
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
        error={error}
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
