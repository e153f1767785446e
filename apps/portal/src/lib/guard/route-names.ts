/** The route names. They are set on the routes and sent with page views. */
export const routeNames = [
  'home',
  'login',
  'signup',
  'login-success',
  'logout',
  'logout-success',
  'sign-in-problem',
  'is-it-yours',
  'legal',
  'review-legal',
  'print-legal',
  'profile',
  'profile-security',
  'profile-tokens',
  'profile-staff-access',
  'profile-data',
  'dashboard',
  'tutorial',
  'workspaces',
  'billing',
  'default-workspace',
  'workspace-settings',
  'workspace-members',
  'workspace-api-tokens',
  'workspace-service-accounts',
  'workspace-trust-rules',
  'workspace-access-review',
  'workspace-activity',
  'workspace-danger',
  'workspace-go',
  'workspace-confirm',
  'workspace-admin',
  'workspace-admin-person',
  'workspace-admin-workspace',
  'invitation',
  'device',
  'not-a-member',
  'quarantine-notice',
  'suspension-notice',
  '404',
] as const

export type RouteName = (typeof routeNames)[number]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    name?: RouteName
    /** The page title, shown before the product name. */
    title?: string
  }
}
