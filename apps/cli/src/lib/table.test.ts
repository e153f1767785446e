import { describe, expect, it } from 'vitest'
import { formatTable, widthOf } from './table.ts'

describe('formatTable', () => {
  const headings = ['NAME', 'ROLE']

  it('aligns columns and ends no line with spaces', () => {
    const rows = [
      ['Production', 'Owner'],
      ['日本', 'Approver'],
    ]
    expect(formatTable(headings, rows, Number.POSITIVE_INFINITY)).toEqual([
      'NAME        ROLE',
      'Production  Owner',
      '日本        Approver',
    ])
  })

  it('shortens the widest column until every line fits', () => {
    const lines = formatTable(headings, [['x'.repeat(200), 'Owner']], 40)
    expect(Math.max(...lines.map(widthOf))).toBe(40)
    expect(lines[1]).toMatch(/x…\s+Owner$/)
  })

  it('never cuts through a character of several code points', () => {
    const family = '👩‍👩‍👧'
    const [, line = ''] = formatTable(['NAME'], [[family.repeat(30)]], 21)
    expect(line).toBe(`${family.repeat(10)}…`)
  })

  it('replaces control characters', () => {
    expect(formatTable(['N'], [['a\u001b[31mb\nc']], 80)[1]).toBe('a [31mb c')
  })
})
