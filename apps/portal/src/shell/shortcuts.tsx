import type { User } from '@portal/contract/account/account'
import { Toggle } from '@portal/ui/fields/toggle'
import { Modal } from '@portal/ui/overlays/modal'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { workspaceQuery } from '../features/workspaces/workspace-queries.ts'
import { useFlag } from '../lib/analytics/flags.ts'
import { type LinkedSection, portalSections, sectionsOf, workspaceSections } from '../lib/layout/sections.ts'
import {
  areCharacterKeysOn,
  isDialogOpen,
  letterOf,
  paletteKeyLabel,
  setCharacterKeys,
  takesLetters,
} from './keys.ts'

/** How long the portal waits for the letter after `g`. */
const sequenceMs = 1_500

/** The sections that `g` and a letter open. Without an open workspace, those of a workspace are only listed. */
function useSections(user: User) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isAdminPageOn = useFlag('ADMIN_PAGE', user)
  const { workspaceId } = useParams({ strict: false })
  return () => {
    const all = sectionsOf(router)
    const known = workspaceId && queryClient.getQueryData(workspaceQuery(workspaceId).queryKey)
    const role = known ? known.role : 'OWNER'
    return {
      portal: portalSections(all, user.emailVerified).filter(
        ({ access }) => access !== 'staff' || isAdminPageOn,
      ),
      workspace: workspaceSections(all, workspaceId ?? '', role),
      isInWorkspace: workspaceId !== undefined,
    }
  }
}

interface Row {
  keys: string
  label: string
  /** Whether the switch of the list turns the keys off. */
  isSwitched?: boolean
}

const everywhere: readonly Row[] = [
  { keys: paletteKeyLabel, label: 'Search' },
  { keys: '?', label: 'Show shortcuts', isSwitched: true },
  { keys: 'F6', label: 'Go to messages' },
]

const rowsOf = (sections: readonly LinkedSection[]): Row[] =>
  sections.flatMap(({ label, shortcut }) =>
    shortcut ? [{ keys: `g ${shortcut}`, label, isSwitched: true }] : [],
  )

/** Keys that are pressed one after the other, such as `g b`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded-sm border border-line-control bg-surface px-1 text-center font-mono text-content-muted text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

function Keys({ title, rows, isOn }: { title: string; rows: readonly Row[]; isOn: boolean }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-semibold text-base">{title}</h3>
      <dl className="flex flex-col">
        {rows.map(({ keys, label, isSwitched }) => (
          <div
            key={keys}
            className="flex min-h-8 items-center justify-between gap-4 border-line border-b text-sm"
          >
            <dt>{label}</dt>
            <dd className="shrink-0">
              {isSwitched && !isOn ? <span className="text-content-muted">Off</span> : <Kbd keys={keys} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface ShortcutsProps {
  user: User
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * Opens sections with `g` and a letter, and the list of all shortcuts with `?`. Both have no effect in fields and dialogs, and can be
 * turned off. See docs/product/interface.md#keyboard-shortcuts.
 */
export function Shortcuts({ user, isOpen, onOpenChange }: ShortcutsProps) {
  const router = useRouter()
  const readSections = useSections(user)
  const latest = useRef(readSections)
  useEffect(() => {
    latest.current = readSections
  })
  const [isOn, setIsOn] = useState(areCharacterKeysOn)
  useEffect(() => {
    if (!isOn) return undefined
    let startedAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, key, timeStamp } = event
      const isSecond = timeStamp - startedAt < sequenceMs
      startedAt = Number.NEGATIVE_INFINITY
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (takesLetters(event.target) || isDialogOpen()) return
      const letter = letterOf(event)
      if (key === '?') {
        event.preventDefault()
        onOpenChange(true)
      } else if (isSecond) {
        const { portal, workspace, isInWorkspace } = latest.current()
        const sections = isInWorkspace ? [...portal, ...workspace] : portal
        const section = sections.find(({ shortcut }) => shortcut !== undefined && shortcut === letter)
        if (section) void router.navigate(section.link)
      } else if (letter === 'g') startedAt = timeStamp
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [router, onOpenChange, isOn])
  const { portal, workspace } = readSections()
  return (
    <Modal title="Keyboard shortcuts" size="3xl" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className="grid grid-cols-3 gap-x-8">
        <Keys title="Everywhere" rows={everywhere} isOn={isOn} />
        <Keys title="Go to" rows={rowsOf(portal)} isOn={isOn} />
        <Keys title="In an open workspace" rows={rowsOf(workspace)} isOn={isOn} />
      </div>
      <Toggle
        className="mt-6"
        isSelected={isOn}
        onChange={(isChosen) => {
          setCharacterKeys(isChosen)
          setIsOn(isChosen)
        }}
        description={`Turn this off if you use speech input. ${paletteKeyLabel} and F6 always work. Saved in this browser.`}
      >
        Use ? and g as shortcuts
      </Toggle>
    </Modal>
  )
}
