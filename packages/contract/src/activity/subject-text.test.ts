import { describe, expect, it } from 'vitest'
import { subjectText } from './subject-text.ts'

describe('subjectText', () => {
  it('replaces role codes with role names, and leaves other subjects unchanged', () => {
    const subject = 'EDITOR@example.com: EDITOR → APPROVER'
    expect(subjectText({ act: 'member.role-changed', subject })).toBe(
      'EDITOR@example.com: Collaborator → Approver',
    )
    expect(subjectText({ act: 'token.created', subject: 'EDITOR' })).toBe('EDITOR')
    expect(subjectText({ act: 'workspace.created', subject: null })).toBeUndefined()
  })
})
