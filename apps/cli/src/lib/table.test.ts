import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { formatTable } from './table.ts'

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

  it.each(['データ', 'ﾃﾞｰﾀ', '한국어', '中文（测试）', '￥100', '👩‍👩‍👧', 'é'])(
    'aligns the column after %s',
    (name) => {
      const [, line = ''] = formatTable(headings, [[name, 'Owner']], Number.POSITIVE_INFINITY)
      const width = Math.max(4, stringWidth(name))
      expect(stringWidth(line.slice(0, line.indexOf('Owner')))).toBe(width + 2)
    },
  )

  it('counts the prolonged sound mark as wide and halfwidth katakana as narrow', () => {
    const lines = formatTable(
      headings,
      [
        ['ーー', 'Owner'],
        ['ｶｶ', 'Owner'],
      ],
      Number.POSITIVE_INFINITY,
    )
    expect(lines).toEqual(['NAME  ROLE', 'ーー  Owner', 'ｶｶ    Owner'])
  })

  it('shortens the widest column until every line fits', () => {
    const lines = formatTable(headings, [['x'.repeat(200), 'Owner']], 40)
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBe(40)
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
