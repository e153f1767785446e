import { type ReactNode, useState } from 'react'
import {
  childRows,
  entryCount,
  type JsonRow,
  type JsonValue,
  jsonRow,
  maxShownEntries,
  summarizeJson,
} from '../lib/json-rows.ts'
import { Tree } from './tree.tsx'
import { TreeNode } from './tree-node.tsx'

export interface JsonTreeProps {
  value: JsonValue
  /** Names the tree for those who hear it. */
  label: string
  /** How many levels are open at first. */
  defaultDepth?: 0 | 1 | 2 | 3
  className?: string
}

/**
 * A JSON value to look into. What is closed is not rendered, so that a large value costs what is seen of it.
 * Part of the design system; no page uses it yet.
 */
export function JsonTree({ value, label, defaultDepth = 1, className = '' }: JsonTreeProps) {
  const root = jsonRow(value)
  const [openPointers, setOpenPointers] = useState(() => new Set(openAtFirst(root, defaultDepth)))
  const rows = root.hasChildren ? childRows(root) : [root]
  return (
    <Tree
      label={label}
      expandedIds={[...openPointers].map(toId)}
      onExpandedIdsChange={(ids) => setOpenPointers(new Set([...ids].map(toPointer)))}
      className={`font-mono text-sm ${className}`}
    >
      {rows.map((row) => jsonNode(row, openPointers))}
      {remainder(root)}
    </Tree>
  )
}

// The root's pointer is the empty string, which is no id.
const toId = (pointer: string) => `$${pointer}`
const toPointer = (id: string) => id.slice(1)

function openAtFirst(row: JsonRow, depth: number): string[] {
  if (depth <= 0) return []
  return childRows(row).flatMap((child) =>
    child.hasChildren && depth > 1 ? [child.pointer, ...openAtFirst(child, depth - 1)] : [],
  )
}

function jsonNode(row: JsonRow, openPointers: Set<string>): ReactNode {
  const summary = summarizeJson(row.value)
  const isOpen = openPointers.has(row.pointer)
  return (
    <TreeNode
      key={row.pointer}
      id={toId(row.pointer)}
      textValue={row.name === undefined ? summary : `${row.name}: ${summary}`}
      label={
        <>
          {row.name === undefined ? null : <span className="text-content">{row.name}: </span>}
          <span className={colorOf(row)}>{summary}</span>
        </>
      }
    >
      {(isOpen ? childRows(row) : firstChild(row)).map((child) => jsonNode(child, openPointers))}
      {isOpen ? remainder(row) : null}
    </TreeNode>
  )
}

// A closed row needs one child, unseen, for the tree to know that it opens.
function firstChild(row: JsonRow): JsonRow[] {
  return childRows(row).slice(0, 1)
}

function remainder(row: JsonRow): ReactNode {
  const more = entryCount(row.value) - maxShownEntries
  if (more <= 0) return null
  const text = `… ${more} more`
  return <TreeNode key="more" id={`${toId(row.pointer)}~more`} textValue={text} />
}

function colorOf({ value, hasChildren }: JsonRow): string {
  if (hasChildren || value === null) return 'text-content-subtle'
  if (typeof value === 'string') return 'text-success-text'
  if (typeof value === 'object') return 'text-content-subtle'
  return 'text-accent-text'
}
