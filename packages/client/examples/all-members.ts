import type { Client } from '@portal/client'
import { members } from '@portal/client/contract/members'

export async function listEmails(client: Client, workspaceId: string): Promise<string[]> {
  const emails: string[] = []
  const list = { params: { workspaceId }, query: { limit: '500' } }
  for await (const page of client.pages(members.list, list)) emails.push(...page.map(({ email }) => email))
  return emails
}
