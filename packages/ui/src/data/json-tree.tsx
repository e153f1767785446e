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
  /** Accessible name of the tree. */
  label: string
  /** How many levels are expanded at first. */
  defaultDepth?: 0 | 1 | 2 | 3
  className?: string
}

/**
 * A JSON value as an expandable tree. Collapsed values are not rendered, so a large value costs only as much as its
 * visible part. Required by the design system. No page uses it.
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

// The root's pointer is the empty string, which is not a valid ID.
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

// A collapsed row needs one hidden child so that the tree treats it as expandable.
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
