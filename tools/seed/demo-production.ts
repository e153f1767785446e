import type { DemoClock } from './demo-clock.ts'
import { demoServiceAccounts } from './demo-service-accounts.ts'
import { type DemoWorkspace, demoWorkspaceId } from './demo-workspace.ts'

type Instance = Pick<DemoWorkspace, 'instanceUrl' | 'instanceEnvType'>

/** The busiest demo workspace: tokens in every state, members with each role, weeks of activity. */
export function production(clock: DemoClock, instance: Instance): DemoWorkspace {
  return {
    ...instance,
    ...productionTeam(clock),
    id: demoWorkspaceId('PRD'),
    displayName: 'Production',
    description: 'Everything that customers depend on. Changes need an approval.',
    isApprovalsEnabled: true,
    owner: 'owner',
    isDefault: true,
    isFavourite: true,
    createdAt: clock.daysAgo(412, '14:22'),
    lastOpenedAt: clock.minutesAgo(18),
    serviceAccounts: demoServiceAccounts(clock),
    tokens: [
      {
        name: 'Jenkins pipeline',
        by: 'owner',
        createdAt: clock.daysAgo(400, '09:00'),
        expiresAt: clock.daysAgo(35, '09:00'),
        lastUsed: { at: clock.daysAgo(36, '23:41'), ipAddress: '198.51.100.61' },
        noticedDays: 1,
      },
      {
        name: 'Terraform runs',
        by: 'mara',
        createdAt: clock.daysAgo(122, '13:37'),
        expiresAt: clock.inDays(58),
        lastUsed: { at: clock.daysAgo(1, '17:20'), ipAddress: '198.51.100.92' },
      },
      {
        name: 'Nightly drift check',
        by: 'tomas',
        createdAt: clock.daysAgo(86, '10:50'),
        expiresAt: clock.inDays(4),
        lastUsed: { at: clock.minutesAgo(545), ipAddress: '198.51.100.140' },
        noticedDays: 7,
      },
      {
        name: 'GitHub Actions deploy',
        by: 'owner',
        createdAt: clock.daysAgo(34, '09:41'),
        expiresAt: clock.inDays(331),
        lastUsed: { at: clock.minutesAgo(3), ipAddress: '198.51.100.18' },
      },
      {
        name: 'Laptop CLI',
        by: 'collaborator',
        createdAt: clock.daysAgo(23, '15:16'),
        expiresAt: clock.inDays(67),
        lastUsed: { at: clock.daysAgo(13, '18:02'), ipAddress: '198.51.100.77' },
        revoked: { at: clock.daysAgo(12, '09:26'), by: 'owner' },
      },
      {
        name: 'Grafana data source',
        by: 'priya',
        createdAt: clock.daysAgo(2, '11:58'),
        expiresAt: clock.inDays(88),
      },
      {
        name: 'Release pipeline',
        by: 'owner',
        serviceAccount: 'deploy-bot',
        createdAt: clock.daysAgo(61, '10:15'),
        expiresAt: clock.inDays(89),
        lastUsed: { at: clock.minutesAgo(95), ipAddress: '198.51.100.33' },
        rotated: {
          at: clock.daysAgo(1, '09:05'),
          retiresAt: clock.inDays(6),
          lastUsed: { at: clock.minutesAgo(190), ipAddress: '198.51.100.34' },
        },
      },
      {
        name: 'Legacy cron jobs',
        by: 'owner',
        serviceAccount: 'deploy-bot',
        createdAt: clock.daysAgo(60, '16:40'),
        expiresAt: clock.inDays(30),
        lastUsed: { at: clock.daysAgo(9, '03:00'), ipAddress: '198.51.100.35' },
        pausedUntil: clock.inDays(1),
      },
    ],
    events: [
      { act: 'workspace.approvals-enabled', by: 'owner', at: clock.daysAgo(377, '10:11') },
      {
        act: 'member.role-changed',
        by: 'owner',
        at: clock.daysAgo(301, '09:55'),
        subject: 'mara.lindqvist@example.com: EDITOR → APPROVER',
      },
      { act: 'workspace.updated', by: 'owner', at: clock.daysAgo(33, '16:08'), subject: 'description' },
      {
        act: 'token.renamed',
        by: 'owner',
        at: clock.daysAgo(28, '10:33'),
        subject: 'GitHub Actions → GitHub Actions deploy',
      },
      {
        act: 'member.removed',
        by: 'mara',
        at: clock.daysAgo(21, '17:45'),
        subject: 'alex.turner@example.com',
      },
      { act: 'workspace.approvals-disabled', by: 'owner', at: clock.daysAgo(8, '22:14') },
      { act: 'workspace.approvals-enabled', by: 'owner', at: clock.daysAgo(8, '23:02') },
    ],
  }
}

function productionTeam(clock: DemoClock): Pick<DemoWorkspace, 'members' | 'invitations'> {
  return {
    members: [
      {
        person: 'mara',
        role: 'APPROVER',
        invitedAt: clock.daysAgo(389, '08:15'),
        joinedAt: clock.daysAgo(389, '08:52'),
        lastOpenedAt: clock.minutesAgo(63),
        isFavourite: true,
      },
      {
        person: 'tomas',
        role: 'EDITOR',
        invitedAt: clock.daysAgo(97, '14:50'),
        joinedAt: clock.daysAgo(97, '15:20'),
        lastOpenedAt: clock.daysAgo(2, '16:25'),
      },
      {
        person: 'priya',
        role: 'EDITOR',
        invitedBy: 'mara',
        invitedAt: clock.daysAgo(42, '11:30'),
        joinedAt: clock.daysAgo(42, '12:04'),
        lastOpenedAt: clock.daysAgo(1, '11:15'),
      },
      {
        person: 'collaborator',
        role: 'EDITOR',
        invitedAt: clock.daysAgo(27, '10:05'),
        joinedAt: clock.daysAgo(27, '10:38'),
        lastOpenedAt: clock.daysAgo(1, '14:33'),
      },
    ],
    invitations: [
      {
        email: 'sam.okafor@example.com',
        role: 'APPROVER',
        invitedBy: 'mara',
        sentAt: clock.daysAgo(2, '09:18'),
      },
      {
        email: 'lena.fischer@example.com',
        role: 'EDITOR',
        invitedBy: 'owner',
        sentAt: clock.daysAgo(19, '13:30'),
      },
    ],
  }
}
