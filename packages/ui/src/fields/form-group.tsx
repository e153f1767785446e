import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createFieldGroup, type FieldGroup } from '../lib/field-group.ts'

export const FieldGroupContext = createContext<FieldGroup | undefined>(undefined)

/** A group for `<FormGroup group={group}>`. Its `hasError` is kept up to date wherever it is read. */
export function useFormGroup(): FieldGroup {
  const [group] = useState(createFieldGroup)
  useSyncExternalStore(group.subscribe, () => group.hasError)
  return group
}

/**
 * Fields that are touched, reset and asked for errors together, inside a form or without one. Groups nest: what
 * is in an inner one is in the outer one too.
 */
export function FormGroup({ group, children }: { group: FieldGroup; children: ReactNode }) {
  const parent = use(FieldGroupContext)
  useEffect(() => {
    if (!parent) return undefined
    const leave = parent.add(group)
    const stopListening = group.subscribe(parent.announce)
    return () => {
      stopListening()
      leave()
    }
  }, [group, parent])
  return <FieldGroupContext value={group}>{children}</FieldGroupContext>
}
