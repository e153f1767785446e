import { accessReviewRights } from '@portal/contract/access-review/access-review'
import { activityRights } from '@portal/contract/activity/activity'
import { memberRights } from '@portal/contract/members/members'
import { may, type Right, type WorkspaceRole } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import { workspaceRights } from '@portal/contract/workspaces/workspaces'
import { linkOptions } from '@tanstack/react-router'
import type { RouteName } from '../../../lib/guard/route-names.ts'
import type { Section } from '../../../lib/layout/section-nav.tsx'

interface WorkspaceSection extends Omit<Section, 'link'> {
  to:
    | '/workspace/$workspaceId'
    | '/workspace/$workspaceId/members'
    | '/workspace/$workspaceId/tokens'
    | '/workspace/$workspaceId/service-accounts'
    | '/workspace/$workspaceId/access-review'
    | '/workspace/$workspaceId/activity'
    | '/workspace/$workspaceId/danger'
  /** The pages of the section. */
  routeNames: readonly RouteName[]
  /** Shown after the name of the workspace, if there is one. */
  title?: string
  /** Only members who may do this see the section. */
  right: Right
}

const workspaceSections: readonly WorkspaceSection[] = [
  {
    label: 'General',
    icon: 'settings',
    to: '/workspace/$workspaceId',
    routeNames: ['workspace-settings'],
    right: workspaceRights.readWorkspace,
  },
  {
    label: 'Members',
    title: 'Members',
    icon: 'users',
    to: '/workspace/$workspaceId/members',
    routeNames: ['workspace-members'],
    right: memberRights.readMembers,
  },
  {
    label: 'API tokens',
    title: 'API Tokens',
    icon: 'key',
    to: '/workspace/$workspaceId/tokens',
    routeNames: ['workspace-api-tokens'],
    right: tokenRights.readTokens,
  },
  {
    label: 'Service accounts',
    title: 'Service accounts',
    icon: 'terminal',
    to: '/workspace/$workspaceId/service-accounts',
    routeNames: ['workspace-service-accounts', 'workspace-trust-rules'],
    right: serviceAccountRights.readServiceAccounts,
  },
  {
    label: 'Access review',
    title: 'Access review',
    icon: 'shield-check',
    to: '/workspace/$workspaceId/access-review',
    routeNames: ['workspace-access-review'],
    right: accessReviewRights.reviewAccess,
  },
  {
    label: 'Activity',
    title: 'Activity',
    icon: 'history',
    to: '/workspace/$workspaceId/activity',
    routeNames: ['workspace-activity'],
    right: activityRights.readActivity,
  },
  {
    label: 'Danger zone',
    title: 'Danger zone',
    icon: 'alert-triangle',
    to: '/workspace/$workspaceId/danger',
    routeNames: ['workspace-danger'],
    right: workspaceRights.deleteWorkspace,
    isDanger: true,
  },
]

/** Returns the sections of a workspace that a member may see. While the role is unknown, those that every member sees. */
export function sectionsFor(
  workspaceId: string,
  role: WorkspaceRole = 'EDITOR',
): (Section & Pick<WorkspaceSection, 'title'>)[] {
  return workspaceSections
    .filter(({ right }) => may(role, right))
    .map(({ to, ...section }) => ({
      ...section,
      link: linkOptions({
        to,
        params: { workspaceId },
        activeOptions: { exact: to === '/workspace/$workspaceId' },
      }),
    }))
}

/** Returns the title of the section that a page belongs to. */
export function sectionTitle(routeName: RouteName): string | undefined {
  return workspaceSections.find(({ routeNames }) => routeNames.includes(routeName))?.title
}
