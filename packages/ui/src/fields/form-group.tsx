import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createFieldGroup, type FieldGroup } from '../lib/field-group.ts'

export const FieldGroupContext = createContext<FieldGroup | undefined>(undefined)

/** Creates a group for `<FormGroup group={group}>`. The calling component re-renders when `hasError` changes. */
export function useFormGroup(): FieldGroup {
  const [group] = useState(createFieldGroup)
  useSyncExternalStore(group.subscribe, () => group.hasError)
  return group
}

/**
 * Groups fields so that they can be touched, reset and checked for errors together, inside or outside a form. Groups can be
 * nested, and an outer group includes all fields of its inner groups.
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
