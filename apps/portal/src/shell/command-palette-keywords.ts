/**
 * Words that find a section in the palette besides its label, by the name of its page. Not part of the routes, because every page
 * loads those.
 */
export const sectionKeywords: Readonly<Record<string, string>> = {
  billing: 'pay payment invoices card plan subscription price',
  profile: 'name picture nickname email',
  'profile-data': 'export download delete account',
  'profile-security': 'sessions devices sign out cli',
  'profile-staff-access': 'support visits',
  'profile-tokens': 'api keys secrets rotate revoke',
  'workspace-access-review': 'audit who permissions',
  'workspace-activity': 'log audit history events export',
  'workspace-admin': 'staff quarantine suspend report',
  'workspace-api-tokens': 'keys secrets rotate revoke',
  'workspace-connect': 'connect ci github actions gitlab buildkite oidc trust secret',
  'workspace-danger': 'delete workspace',
  'workspace-members': 'people users roles transfer ownership',
  'workspace-overview': 'attention expires summary',
  'workspace-service-accounts':
    'trust oidc pipeline ci machine robot github gitlab buildkite kubernetes secrets',
  'workspace-settings': 'name description url approvals',
  'workspace-webhooks': 'events http callback notify siem chat slack signature deliveries',
  workspaces: 'list invitations',
}
